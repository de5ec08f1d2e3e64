public import Endpoints
public import EventSourcing
public import Identifiers
import JSON

/// The command that takes a payment from an invoice. The part that paid the invoice becomes the patient's credit, and
/// is open on the invoice again.
public struct ReleasePayment: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case unknownPayment
        /// The payment cannot be taken from the invoice, since no part of the payment pays that invoice.
        case notOnInvoice
        /// The payment came from an insurance, whose money cannot become the patient's credit.
        case ofInsurance

        public var problem: Problem {
            switch self {
            case .unknownPayment: .notFound
            case .notOnInvoice: Problem(.paymentNotOnInvoice)
            case .ofInsurance: Problem(.insurancePayment)
            }
        }
    }

    public let payment: ID<Payment>
    public let invoice: ID<Invoice>
    public let reason: Personal<String>

    public init(_ payment: ID<Payment>, from invoice: ID<Invoice>, reason: Personal<String>) {
        self.payment = payment
        self.invoice = invoice
        self.reason = reason
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        guard
            let patient = model[.paymentOwner(payment)].patient,
            let receipt = model[.patientAccount(patient)][payment]
        else { throw .unknownPayment }
        let amount = receipt.allocated(to: invoice)
        guard amount > 0 else { throw .notOnInvoice }
        guard receipt.method != .insurance else { throw .ofInsurance }
        return [
            .billing(
                .paymentReleased(
                    PaymentReleased(
                        payment: payment, invoice: invoice, patient: patient, amount: amount, reason: reason)))
        ]
    }
}

struct ReleaseBody: Sendable {
    let invoice: ID<Invoice>
    let reason: Personal<String>

    static let codec = object(
        ReleaseBody.init(invoice:reason:),
        field("invoice_id", \.invoice, .invoiceID),
        field(
            "reason", \.reason, .personal(.financial, .string(1...500)).described("Why it is taken from the invoice."))
    ).described("The invoice that the payment should not pay.").named("PaymentRelease")
}

extension BillingAPI {
    static let releasePayment = Endpoint<ClinicAction>(
        .post, "/api/v1/payments/{payment_id}/release", id: "releasePayment",
        summary: "Make a payment the patient's credit",
        details: "The payment no longer pays the invoice, which is open again. Its part becomes the patient's credit.",
        tag: "Billing", for: FrontDesk.self, takes: .path("payment_id", .paymentID), .body(ReleaseBody.codec),
        answers: [.ok(PaymentAnswer.codec, "The payment as it is now")],
        problems: [.paymentNotOnInvoice, .insurancePayment, .notFound], idempotency: .required
    ) { _, id, body throws(Problem) in
        .command(ClinicCommand(ReleasePayment(id, from: body.invoice, reason: body.reason), answer: .payment(id)))
    }
}

extension Problem.Kind {
    static let insurancePayment = Problem.Kind(
        "insurance-payment", 409, "An insurance's money cannot become the patient's credit",
        means: "The payment's method is `insurance`.",
        remedy: "Refund the payment to the insurance.")
    static let paymentNotOnInvoice = Problem.Kind(
        "payment-not-on-invoice", 409, "The payment does not pay this invoice",
        means: "No part of the payment pays the invoice.",
        remedy: "Choose one of the payment's `allocations`.")
}
