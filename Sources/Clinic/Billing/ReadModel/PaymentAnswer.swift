import EventSourcing
import Identifiers
import JSON

/// The JSON of a payment in an answer. It serves as the patient's receipt.
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
    let number: String?
    let receivedOn: CivilDate?
    let drawer: CashDrawer?
    let valueOn: CivilDate?
    let receivedBy: UUIDBytes?
    let isInError: Bool
    let errorReason: Personal<String>?
    let releases: [ReleasePart]
    let claim: ID<InsuranceClaim>?
    let rounding: Money?
    /// The card of the payment's patient; `nil` except in lists for the front desk.
    let card: PatientCard?

    /// The part of the payment that pays one invoice.
    struct Part: Sendable {
        let invoice: ID<Invoice>
        let amount: Money
    }

    /// A refund of the payment. The refund has the payment's version.
    struct RefundPart: Sendable {
        let id: ID<Refund>
        let version: Int64
        let amount: Money
        let method: PaymentMethod
        let reason: Personal<String>
        let refundedAt: Instant
        let number: String?
        let isGoodwill: Bool
        let rounding: Money?
    }

    /// A part of the payment that staff took from an invoice, so that it became the patient's credit.
    struct ReleasePart: Sendable {
        let invoice: ID<Invoice>
        let amount: Money
        let reason: Personal<String>
        let releasedAt: Instant
    }
}

extension PaymentAnswer {
    static let codec = object(
        PaymentAnswer.init(
            id:version:patient:amount:method:reference:receivedAt:allocations:credit:refunded:refunds:number:receivedOn:
            drawer:valueOn:receivedBy:isInError:errorReason:releases:claim:rounding:card:),
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
        field("refunded", \.refunded, Money.codec.described("The part of it that was refunded, without rounding.")),
        field("refunds", \.refunds, .array(RefundPart.codec).described("The refunds of it.")),
        optionalField(
            "number", \.number,
            .string(max: 40).described(
                "The receipt's number, without gaps in each clinic and year, such as `R-2026-000042`; absent for payments "
                    + "from before there were numbers.")),
        optionalField(
            "received_on", \.receivedOn,
            .date.described("The day of receipt, by the clinic's calendar; absent for payments without a number.")),
        optionalField("drawer", \.drawer, CashDrawer.codec),
        optionalField(
            "value_on", \.valueOn,
            .date.described("The day on which a transfer reached the clinic's account; absent if none was given.")),
        optionalField(
            "received_by", \.receivedBy,
            .uuid.described("The account that recorded it; absent for payments without a number.")),
        field("in_error", \.isInError, .bool.described("Whether it was recorded by mistake, and counts for nothing.")),
        optionalField(
            "error_reason", \.errorReason,
            .personal(.financial, .string(max: 500)).described("Why it was a mistake; absent unless it was.")),
        field(
            "releases", \.releases,
            .array(ReleasePart.codec).described("The parts of it that were taken from invoices, and became credit.")),
        optionalField(
            "claim_id", \.claim,
            .id().described("The claim that a payer paid with it; absent for other payments.")),
        optionalField(
            "rounding", \.rounding,
            Money.codec.described(
                "The part of the amount by which a sum that was paid in cash was rounded up; negative: rounded down; absent: not "
                    + "rounded.")),
        optionalField(
            "patient", \.card, PatientCard.codec.described("The patient; only in lists for the front desk."))
    ).described("A payment, with the invoices that it pays and what was given back.").named("Payment")

    init(_ document: PaymentDocument, of card: PatientCard? = nil) {
        let currency = document.amount.currency
        self.init(
            id: document.id, version: document.version, patient: document.patient, amount: document.amount,
            method: document.method, reference: document.reference, receivedAt: document.receivedAt,
            allocations: document.allocations.map { Part(invoice: $0.invoice, amount: Money($0.amount, currency)) },
            credit: Money(document.credit, currency), refunded: Money(document.refunded, currency),
            refunds: document.refunds.map { RefundPart($0, version: document.version, currency) },
            number: document.number, receivedOn: document.receivedOn, drawer: document.drawer,
            valueOn: document.valueOn, receivedBy: document.receivedBy, isInError: document.isInError ?? false,
            errorReason: document.errorReason,
            releases: (document.releases ?? []).map { ReleasePart($0, currency) }, claim: document.claim,
            rounding: document.rounding.map { Money($0, currency) }, card: card)
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
        PaymentAnswer.RefundPart.init(id:version:amount:method:reason:refundedAt:number:isGoodwill:rounding:),
        field("id", \.id, .id().described("The refund's id.")),
        field("version", \.version, .versionOfPart),
        field("amount", \.amount, Money.codec.described("The amount that was refunded.")),
        field("method", \.method, .stringEnum.described("How it was given back.")),
        field(
            "reason", \.reason,
            .personal(.financial, .string(max: 500), placeholder: erasedText).described("Why it was given back.")),
        field("refunded_at", \.refundedAt, .instant.described("When it was given back, in UTC.")),
        optionalField(
            "number", \.number,
            .string(max: 40).described(
                "The refund's number, without gaps in each clinic and year, such as `B-2026-000042`; absent for refunds from "
                    + "before there were numbers.")),
        field("goodwill", \.isGoodwill, .bool.described("Whether the clinic gave the money up.")),
        optionalField(
            "rounding", \.rounding,
            Money.codec.described(
                "The part of the amount by which a sum in cash was rounded up; negative: rounded down; absent: not rounded."
            ))
    ).described("Money that was given back.").named("Refund")

    init(_ refund: PaymentDocument.RefundEntry, version: Int64, _ currency: Currency) {
        self.init(
            id: refund.id, version: version, amount: Money(refund.amount, currency), method: refund.method,
            reason: refund.reason, refundedAt: refund.refundedAt, number: refund.number,
            isGoodwill: refund.isGoodwill ?? false, rounding: refund.rounding.map { Money($0, currency) })
    }
}

extension PaymentAnswer.ReleasePart {
    static let codec = object(
        PaymentAnswer.ReleasePart.init(invoice:amount:reason:releasedAt:),
        field("invoice_id", \.invoice, .invoiceID),
        field("amount", \.amount, Money.codec.described("The part that became the patient's credit.")),
        field(
            "reason", \.reason,
            .personal(.financial, .string(max: 500), placeholder: erasedText).described(
                "Why it was taken from the invoice.")),
        field("released_at", \.releasedAt, .instant.described("When it was taken from the invoice, in UTC."))
    ).described("A part of a payment that was taken from an invoice, and became the patient's credit.")
        .named("PaymentReleasePart")

    init(_ release: PaymentDocument.ReleaseEntry, _ currency: Currency) {
        self.init(
            invoice: release.invoice, amount: Money(release.amount, currency), reason: release.reason,
            releasedAt: release.releasedAt)
    }
}
