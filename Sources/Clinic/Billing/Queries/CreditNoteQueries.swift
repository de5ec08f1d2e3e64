import Endpoints
import EventSourcing
import Identifiers
import JSON
import SQL

extension BillingAPI {
    static let listCreditNotes = Endpoint<ClinicAction>(
        .get, "/api/v1/credit-notes", id: "listCreditNotes", summary: "List credit notes, the latest first",
        details: "Of all patients, or of one.", tag: "Billing", for: FrontDesk.self, takes: .page(key: [.text]),
        .optionalQuery("patient_id", .id().described("Only credit notes of this patient.")),
        answers: [.page(of: CreditNotes.codec, "A page of credit notes")]
    ) { caller, page, patient throws(Problem) in
        .query(BillingQueries.creditNotes(caller.clinic, page, patient: patient))
    }

    static let getCreditNote = Endpoint<ClinicAction>(
        .get, "/api/v1/credit-notes/{credit_note_id}", id: "getCreditNote", summary: "Show a credit note",
        details: "Patients see their own credit notes and those of their dependants.",
        tag: "Billing", for: PatientOrFrontDesk.self, takes: .path("credit_note_id", .creditNoteID),
        answers: [.ok(CreditNotes.codec, "The credit note")], problems: [.notFound]
    ) { caller, id throws(Problem) in
        .query(BillingQueries.creditNote(caller.clinic, id, for: Viewer(ifPatient: caller)))
    }
}

extension BillingQueries {
    static func creditNotes(_ clinic: UUIDBytes, _ page: Page, patient: ID<Patient>?) -> ModelQuery {
        let before: Statement = page.after.map { "AND number < \($0.values[0])" as Statement } ?? ""
        let query = DocumentQuery(
            """
            SELECT document, number, patient_id FROM credit_note
            WHERE clinic_id = \(clinic) \(of(patient, in: clinic)) \(before)
            ORDER BY number DESC LIMIT \(Int64(page.limit + 1))
            """, shape: .page(limit: page.limit, cursorColumns: 1), shows: .inLastColumn)
        return { _, _ in query }
    }

    static func creditNote(_ clinic: UUIDBytes, _ id: ID<CreditNote>, for viewer: Viewer?) -> ModelQuery {
        let query = DocumentQuery(
            """
            SELECT document, patient_id FROM credit_note
            WHERE clinic_id = \(clinic) AND credit_note_id = \(id.uuid)
                AND \(viewer?.maySee("patient_id") ?? "true")
            """, shape: .one, shows: .inLastColumn)
        return { _, _ in query }
    }
}
