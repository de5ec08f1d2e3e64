import Endpoints
import EventSourcing
import Identifiers
import JSON
import SQL

extension BillingAPI {
    static let listInvoices = Endpoint<ClinicAction>(
        .get, "/api/v1/invoices", id: "listInvoices", summary: "List invoices, the latest first",
        details: "Of all patients, or of one.",
        tag: "Billing",
        for: FrontDesk.self, takes: .page(key: [.text]),
        .optionalQuery("status", .stringEnum.described("Only invoices with this status; absent: with any.")),
        .optionalQuery("patient_id", .id().described("Only invoices of this patient.")),
        answers: [.page(of: InvoiceAnswer.codec, "A page of invoices")]
    ) { caller, page, status, patient throws(Problem) in
        .query(BillingQueries.invoices(caller.clinic, page, status: status, patient: patient))
    }

    static let listOwnInvoices = Endpoint<ClinicAction>(
        .get, "/api/v1/patient/invoices", id: "listOwnInvoices",
        summary: "List one's own invoices, the latest first",
        details: "The invoices of the caller or of a dependant.",
        tag: "Billing",
        for: PatientOnly.self, takes: .page(key: [.text]), .dependant,
        answers: [.page(of: InvoiceAnswer.codec, "A page of invoices")]
    ) { caller, page, dependant throws(Problem) in
        .query(
            BillingQueries.invoices(
                caller.clinic, page, status: nil, patient: dependant ?? ID(caller.patient), for: Viewer(caller)))
    }
}

extension BillingQueries {
    static func invoices(
        _ clinic: UUIDBytes, _ page: Page, status: InvoiceDocument.Status?, patient: ID<Patient>?,
        for viewer: Viewer? = nil
    ) -> ModelQuery {
        let isTheirs: Statement = viewer.flatMap { viewer in patient.map { viewer.maySee($0) } } ?? "true"
        let inStatus: Statement = status.map { "AND status = \($0.rawValue)" as Statement } ?? ""
        let before: Statement = page.after.map { "AND number < \($0.values[0])" as Statement } ?? ""
        let query = DocumentQuery(
            """
            SELECT document, number, patient_id FROM invoice
            WHERE clinic_id = \(clinic)
                \(inStatus) \(of(patient)) \(before) AND \(isTheirs)
            ORDER BY number DESC LIMIT \(Int64(page.limit + 1))
            """, shape: .page(limit: page.limit, cursorColumns: 1), shows: .inLastColumn, form: Invoices.answer)
        return { _, _ in query }
    }
}
