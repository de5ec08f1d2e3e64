import Endpoints
import EventSourcing
import Identifiers
import JSON
import SQL

extension InvoiceDraftsAPI {
    static let listInvoiceDrafts = Endpoint<ClinicAction>(
        .get, "/api/v1/invoice-drafts", id: "listInvoiceDrafts", summary: "List drafts, the latest first",
        details: "Without those that were issued or discarded.", tag: "Billing", for: FrontDesk.self,
        takes: .page(key: [.uuid]),
        .optionalQuery("patient_id", Codec<ID<Patient>>.id().described("Only drafts of this patient.")),
        answers: [.page(of: InvoiceDrafts.codec, "A page of drafts")]
    ) { caller, page, patient throws(Problem) in
        let before: Statement = page.after.map { "AND invoice_id < \($0.values[0])::text::uuid" as Statement } ?? ""
        let query = DocumentQuery(
            """
            SELECT document, invoice_id::text, patient_id FROM invoice_draft
            WHERE clinic_id = \(caller.clinic) AND status = 'draft' \(BillingQueries.of(patient, in: caller.clinic)) \(before)
            ORDER BY invoice_id DESC LIMIT \(Int64(page.limit + 1))
            """, shape: .page(limit: page.limit, cursorColumns: 1), shows: .inLastColumn)
        return .query { _, _ in query }
    }

    static let getInvoiceDraft = Endpoint<ClinicAction>(
        .get, "/api/v1/invoice-drafts/{draft_id}", id: "getInvoiceDraft", summary: "Show a draft",
        details: "Also after it was issued or discarded.", tag: "Billing", for: FrontDesk.self,
        takes: .path("draft_id", .draftID), answers: [.ok(InvoiceDrafts.codec, "The draft")],
        problems: [.notFound]
    ) { caller, id throws(Problem) in
        let query = DocumentQuery(
            """
            SELECT document, patient_id FROM invoice_draft
            WHERE clinic_id = \(caller.clinic) AND invoice_id = \(id.uuid)
            """, shape: .one, shows: .inLastColumn)
        return .query { _, _ in query }
    }
}
