import Endpoints
import EventSourcing
import Identifiers
import JSON
import SQL

/// A query that needs no states.
typealias ModelQuery = @Sendable (inout DecisionModel<ClinicEvent>, Instant) throws(Problem) -> DocumentQuery

enum BillingQueries {
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
            """, shape: .page(limit: page.limit, cursorColumns: 1), shows: .inLastColumn)
        return { _, _ in query }
    }

    /// The condition for a patient's rows.
    ///
    /// - Parameter viewer: the patient who reads; `nil` for staff.
    private static func of(_ patient: ID<Patient>?) -> Statement {
        patient.map { "AND patient_id = \($0)" as Statement } ?? ""
    }

    static func invoice(_ clinic: UUIDBytes, _ id: ID<Invoice>, for viewer: Viewer?) -> ModelQuery {
        let query = DocumentQuery(
            """
            SELECT document, patient_id FROM invoice
            WHERE clinic_id = \(clinic) AND invoice_id = \(id.uuid)
                AND \(viewer?.maySee("patient_id") ?? "true")
            """, shape: .one, shows: .inLastColumn)
        return { _, _ in query }
    }

    static func payments(_ clinic: UUIDBytes, _ page: Page, patient: ID<Patient>?) -> ModelQuery {
        var before: Statement = ""
        if let values = page.after?.values, let second = Int64(values[0]), let id = UUIDBytes(values[1]) {
            before = "AND (received_at, payment_id) < (to_timestamp(\(second)), \(id))"
        }
        let query = DocumentQuery(
            """
            SELECT document, extract(epoch FROM received_at)::bigint::text, payment_id::text, patient_id
            FROM payment
            WHERE clinic_id = \(clinic)
                \(of(patient)) \(before)
            ORDER BY received_at DESC, payment_id DESC LIMIT \(Int64(page.limit + 1))
            """, shape: .page(limit: page.limit, cursorColumns: 2), shows: .inLastColumn)
        return { _, _ in query }
    }

    static func payment(_ clinic: UUIDBytes, _ id: ID<Payment>, for viewer: Viewer?) -> ModelQuery {
        let query = DocumentQuery(
            """
            SELECT document, patient_id FROM payment
            WHERE clinic_id = \(clinic) AND payment_id = \(id.uuid)
                AND \(viewer?.maySee("patient_id") ?? "true")
            """, shape: .one, shows: .inLastColumn)
        return { _, _ in query }
    }

    /// The account of a patient. A patient without invoices owes nothing.
    ///
    /// - Parameter filter: a condition on the patient's row.
    static func account(
        _ clinic: UUIDBytes, _ patient: ID<Patient>, for viewer: Viewer? = nil, where filter: Statement = "true"
    ) -> ModelQuery {
        { model, _ throws(Problem) in
            let empty = AccountDocument(
                id: patient, version: model[.registration(of: patient)].version,
                currency: model[.basics].currency.code,
                open: 0, credit: 0)
            let document = PatientAccounts.codec.bytes(empty)
            return DocumentQuery(
                """
                SELECT coalesce(patient_account.document, \(Bind.json(document)))
                FROM patient LEFT JOIN patient_account USING (clinic_id, patient_id)
                WHERE clinic_id = \(clinic) AND patient_id = \(patient.uuid) AND \(viewer?.maySee(patient) ?? "true")
                    AND \(filter)
                """, shape: .one, shows: .only(patient))
        }
    }
}
