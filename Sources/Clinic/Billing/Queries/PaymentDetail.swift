import Endpoints
import EventSourcing
import Identifiers
import JSON
import SQL

extension BillingAPI {
    static let getPayment = Endpoint<ClinicAction>(
        .get, "/api/v1/payments/{payment_id}", id: "getPayment", summary: "Show a payment",
        details: """
            The payment is the patient's receipt. Patients see their own payments and those of their dependants.
            """,
        tag: "Billing", for: PatientOrFrontDesk.self, takes: .path("payment_id", .paymentID),
        answers: [.ok(PaymentAnswer.codec, "The payment")], problems: [.notFound]
    ) { caller, id throws(Problem) in
        .query(BillingQueries.payment(caller.clinic, id, for: Viewer(ifPatient: caller)))
    }
}

extension BillingQueries {
    static func payment(_ clinic: UUIDBytes, _ id: ID<Payment>, for viewer: Viewer?) -> ModelQuery {
        let query = DocumentQuery(
            """
            SELECT document, patient_id FROM payment
            WHERE clinic_id = \(clinic) AND payment_id = \(id.uuid)
                AND \(viewer?.maySee("patient_id") ?? "true")
            """, shape: .one, shows: .inLastColumn, form: Payments.answer)
        return { _, _ in query }
    }
}
