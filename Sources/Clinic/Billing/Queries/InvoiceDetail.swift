import Endpoints
import EventSourcing
import Identifiers
import JSON
import SQL

extension BillingAPI {
    static let getInvoice = Endpoint<ClinicAction>(
        .get, "/api/v1/invoices/{invoice_id}", id: "getInvoice",
        summary: "Show an invoice",
        details: "Patients see their own invoices and those of their dependants.",
        tag: "Billing", for: PatientOrFrontDesk.self, takes: .path("invoice_id", .invoiceID), .asOf,
        answers: [.ok(InvoiceAnswer.codec, "The invoice")], problems: [.notFound]
    ) { caller, id, time throws(Problem) in
        let now = BillingQueries.invoice(caller.clinic, id, for: Viewer(ifPatient: caller))
        guard let time else { return .query(now) }
        return .past(
            PastQuery(time, now: now, .one(PastDocument(Invoices.self, DocumentKey(id), form: Invoices.answer))))
    }
}

extension BillingQueries {
    static func invoice(_ clinic: UUIDBytes, _ id: ID<Invoice>, for viewer: Viewer?) -> ModelQuery {
        let query = DocumentQuery(
            """
            SELECT document, patient_id FROM invoice
            WHERE clinic_id = \(clinic) AND invoice_id = \(id.uuid)
                AND \(viewer?.maySee("patient_id") ?? "true")
            """, shape: .one, shows: .inLastColumn, form: Invoices.answer)
        return { _, _ in query }
    }
}
