import Endpoints
import EventSourcing
import Identifiers
import JSON
import SQL

extension BillingAPI {
    static let listPayments = Endpoint<ClinicAction>(
        .get, "/api/v1/payments", id: "listPayments", summary: "List payments, the latest first",
        details: "Of all patients, or of one.",
        tag: "Billing",
        for: FrontDesk.self, takes: .page(key: [.second, .uuid]),
        .optionalQuery("patient_id", .id().described("Only payments of this patient.")),
        answers: [.page(of: PaymentAnswer.codec, "A page of payments")]
    ) { caller, page, patient throws(Problem) in
        .query(BillingQueries.payments(caller.clinic, page, patient: patient))
    }
}

extension BillingQueries {
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
            """, shape: .page(limit: page.limit, cursorColumns: 2), shows: .inLastColumn, form: Payments.answer)
        return { _, _ in query }
    }
}
