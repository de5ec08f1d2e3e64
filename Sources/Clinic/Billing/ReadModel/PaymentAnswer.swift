import EventSourcing
import Identifiers
import JSON

/// The JSON of a payment in an answer, which is the patient's receipt.
struct PaymentAnswer: Sendable {
    let id: ID<Payment>
    let version: Int64
    let patient: ID<Patient>
    let amount: Money
    let method: PaymentMethod
    let reference: Personal<String>?
    let receivedAt: Instant
    let allocations: [Part]
    let credit: Money
    let refunded: Money
    let refunds: [RefundPart]

    /// The part of the payment that pays one invoice.
    struct Part: Sendable {
        let invoice: ID<Invoice>
        let amount: Money
    }

    /// A refund of the payment. Its version is the version of the payment.
    struct RefundPart: Sendable {
        let id: ID<Refund>
        let version: Int64
        let amount: Money
        let method: PaymentMethod
        let reason: Personal<String>
        let refundedAt: Instant
    }
}

extension PaymentAnswer {
    static let codec = object(
        PaymentAnswer.init(
            id:version:patient:amount:method:reference:receivedAt:allocations:credit:refunded:refunds:),
        field("id", \.id, .paymentID),
        field("version", \.version, .version),
        field("patient_id", \.patient, .patientID),
        field("amount", \.amount, Money.codec.described("The amount that was received.")),
        field("method", \.method, .stringEnum.described("How it was paid.")),
        optionalField(
            "reference", \.reference,
            .personal(.financial, .string(max: 100)).described(
                "The payment's reference, such as a receipt's number; absent if none was given.")),
        field("received_at", \.receivedAt, .instant.described("When it was received, in UTC.")),
        field("allocations", \.allocations, .array(Part.codec).described("The invoices that it pays.")),
        field("credit", \.credit, Money.codec.described("The part of it that is left as the patient's credit.")),
        field("refunded", \.refunded, Money.codec.described("The part of it that was refunded.")),
        field("refunds", \.refunds, .array(RefundPart.codec).described("The refunds of it."))
    ).described("A payment, with the invoices that it pays and what was given back.").named("Payment")

    init(_ document: PaymentDocument) {
        let currency = document.amount.currency
        self.init(
            id: document.id, version: document.version, patient: document.patient, amount: document.amount,
            method: document.method, reference: document.reference, receivedAt: document.receivedAt,
            allocations: document.allocations.map { Part(invoice: $0.invoice, amount: Money($0.amount, currency)) },
            credit: Money(document.credit, currency), refunded: Money(document.refunded, currency),
            refunds: document.refunds.map { RefundPart($0, version: document.version, currency) })
    }
}

extension PaymentAnswer.Part {
    static let codec = object(
        PaymentAnswer.Part.init(invoice:amount:),
        field("invoice_id", \.invoice, .invoiceID),
        field("amount", \.amount, Money.codec.described("The part of the payment that pays the invoice."))
    ).described("The part of a payment that pays one invoice.").named("Allocation")
}

extension PaymentAnswer.RefundPart {
    static let codec = object(
        PaymentAnswer.RefundPart.init(id:version:amount:method:reason:refundedAt:),
        field("id", \.id, .id().described("The refund's id.")),
        field("version", \.version, .versionOfPart),
        field("amount", \.amount, Money.codec.described("The amount that was refunded.")),
        field("method", \.method, .stringEnum.described("How it was given back.")),
        field(
            "reason", \.reason,
            .personal(.financial, .string(max: 500), placeholder: erasedText).described("Why it was given back.")),
        field("refunded_at", \.refundedAt, .instant.described("When it was given back, in UTC."))
    ).described("Money that was given back.").named("Refund")

    init(_ refund: PaymentDocument.RefundEntry, version: Int64, _ currency: Currency) {
        self.init(
            id: refund.id, version: version, amount: Money(refund.amount, currency), method: refund.method,
            reason: refund.reason, refundedAt: refund.refundedAt)
    }
}
