public import Endpoints
public import EventSourcing
public import Identifiers
import JSON

/// The command that marks a payment as recorded by mistake. The payment then has no effect on the account, and the
/// amounts that it paid on invoices are open again.
public struct EnterPaymentInError: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case unknownPayment
        /// A part of the payment was refunded, so the payment cannot be marked as recorded by mistake.
        case refunded
        /// The payment's cash drawer is closed for the payment's day.
        case dayClosed

        public var problem: Problem {
            switch self {
            case .unknownPayment: .notFound
            case .refunded: Problem(.paymentRefunded)
            case .dayClosed: Problem(.dayClosed)
            }
        }
    }

    public let payment: ID<Payment>
    public let reason: Personal<String>

    public init(_ payment: ID<Payment>, reason: Personal<String>) {
        self.payment = payment
        self.reason = reason
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        guard
            let patient = model[.paymentOwner(payment)].patient,
            let receipt = model[.patientAccount(patient)][payment]
        else { throw .unknownPayment }
        if receipt.isInError { return [] }
        guard receipt.refunded == 0 else { throw .refunded }
        if let date = receipt.receivedOn, let drawer = receipt.drawer {
            guard !model[.drawerDay(DrawerDayKey(date, drawer))].isClosed else { throw .dayClosed }
        }
        return [
            .billing(
                .paymentEnteredInError(
                    PaymentEnteredInError(
                        payment: payment, patient: patient, amount: receipt.amount, method: receipt.method,
                        allocations: receipt.allocations, credit: receipt.credit, receivedOn: receipt.receivedOn,
                        drawer: receipt.drawer, reason: reason, claim: receipt.claim)))
        ]
    }
}

extension BillingAPI {
    static let enterPaymentInError = Endpoint<ClinicAction>(
        .post, "/api/v1/payments/{payment_id}/enter-in-error", id: "enterPaymentInError",
        summary: "Mark a payment as entered in error",
        details: """
            For a payment that was not made. It counts for nothing, its number stays used, and the invoices that it paid \
            are open again.
            """,
        tag: "Billing", for: FrontDesk.self, takes: .path("payment_id", .paymentID), .body(AccountingReason.codec),
        answers: [.ok(PaymentAnswer.codec, "The payment as it is now")],
        problems: [.paymentRefunded, .dayClosed, .notFound], idempotency: .required
    ) { _, id, body throws(Problem) in
        .command(ClinicCommand(EnterPaymentInError(id, reason: body.reason), answer: .payment(id)))
    }
}

extension Problem.Kind {
    static let paymentRefunded = Problem.Kind(
        "payment-refunded", 409, "A part of the payment was given back",
        means: "A payment with refunds was real, so it cannot be marked as a mistake.",
        remedy: "Refund the rest of it, if it has to be given back.")
}
