import Endpoints
import EventSourcing
import Identifiers
import JSON
import SQL

extension BillingAPI {
    static let listInvoices = Endpoint<ClinicAction>(
        .get, "/api/v1/invoices", id: "listInvoices", summary: "List invoices, the latest first",
        details: "Each with name and birth date of its patient.",
        tag: "Billing",
        for: FrontDesk.self, takes: .page(key: [.text]),
        .optionalQuery("status", .stringEnum.described("Only invoices with this status; absent: with any.")),
        .optionalQuery("patient_id", .id().described("Only invoices of this patient.")),
        .optionalQuery("number", .numberFilter), .optionalQuery("from", .fromFilter),
        .optionalQuery("to", .toFilter), .optionalQuery("doctor_id", .invoicedDoctor),
        .optionalQuery("overdue", .overdueFilter),
        answers: [.page(of: InvoiceAnswer.codec, "A page of invoices")]
    ) { caller, page, status, patient, number, from, to, doctor, isOverdue throws(Problem) in
        .query(
            BillingQueries.invoices(
                caller.clinic, page,
                InvoiceFilter(
                    status: status, patient: patient, number: number, from: from, to: to, doctor: doctor,
                    isOverdue: isOverdue)))
    }

    static let getInvoiceTotals = Endpoint<ClinicAction>(
        .get, "/api/v1/invoices/totals", id: "getInvoiceTotals", summary: "Show the sums of a list of invoices",
        details: "The filters are those of `GET /api/v1/invoices`.", tag: "Billing", for: FrontDesk.self,
        takes: .optionalQuery("status", .stringEnum.described("Only invoices with this status; absent: with any.")),
        .optionalQuery("patient_id", .id().described("Only invoices of this patient.")),
        .optionalQuery("number", .numberFilter), .optionalQuery("from", .fromFilter),
        .optionalQuery("to", .toFilter), .optionalQuery("doctor_id", .invoicedDoctor),
        .optionalQuery("overdue", .overdueFilter), answers: [.ok(InvoiceTotals.codec, "The sums")]
    ) { caller, status, patient, number, from, to, doctor, isOverdue throws(Problem) in
        .query(
            BillingQueries.totals(
                caller.clinic,
                InvoiceFilter(
                    status: status, patient: patient, number: number, from: from, to: to, doctor: doctor,
                    isOverdue: isOverdue)))
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
                caller.clinic, page, ofPatient: dependant ?? ID(caller.patient), for: Viewer(caller)))
    }
}

extension Codec where Value == ID<StaffMember> {
    fileprivate static var invoicedDoctor: Codec { .id().described("Only invoices for appointments with this doctor.") }
}

extension Codec where Value == Bool {
    fileprivate static var overdueFilter: Codec {
        .bool.described("`true`: only invoices that should have been paid before today; `false`: only others.")
    }
}

extension BillingQueries {
    static func invoices(
        _ clinic: UUIDBytes, _ page: Page, ofPatient patient: ID<Patient>, for viewer: Viewer
    ) -> ModelQuery {
        let before: Statement = page.after.map { "AND number < \($0.values[0])" as Statement } ?? ""
        let query = DocumentQuery(
            """
            SELECT document, number, patient_id FROM invoice
            WHERE clinic_id = \(clinic)
                \(of(patient, in: clinic)) \(before) AND \(viewer.maySee(patient))
            ORDER BY number DESC LIMIT \(Int64(page.limit + 1))
            """, shape: .page(limit: page.limit, cursorColumns: 1), shows: .inLastColumn, form: Invoices.answer)
        return { _, _ in query }
    }
}
