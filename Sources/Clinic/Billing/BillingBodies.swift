import EventSourcing
import Identifiers
import JSON

/// The front desk's request to issue an invoice.
struct InvoiceDraft: Sendable {
    let patient: ID<Patient>
    let appointment: ID<Appointment>?
    let lines: [IssueInvoice.Line]
    let paymentTerm: Int?

    static let codec = object(
        InvoiceDraft.init,
        field("patient_id", \.patient, .id()),
        optionalField("appointment_id", \.appointment, .id()),
        field("lines", \.lines, .array(IssueInvoice.Line.codec, 1...100)),
        optionalField("payment_term_days", \.paymentTerm, .int(0...365))
    ).named("InvoiceDraft")
}

extension IssueInvoice.Line {
    static let codec = object(
        IssueInvoice.Line.init,
        optionalField("service_id", \.service, .id()),
        optionalField("description", \.description, .personal(.financial, .string(1...200))),
        field("quantity", \.quantity, .int64(1...1000)),
        optionalField("unit_price", \.unitPrice, .int64(Money.bounds))
    ).named("InvoiceDraftLine")
}

struct PaymentBody: Sendable {
    let amount: Money
    let method: PaymentMethod
    let reference: Personal<String>?

    static let codec = object(
        PaymentBody.init,
        field("amount", \.amount, Money.codec),
        field("method", \.method, .stringEnum),
        optionalField("reference", \.reference, .personal(.financial, .string(1...100)))
    ).named("PaymentDraft")
}

struct PatientPaymentBody: Sendable {
    let patient: ID<Patient>
    let amount: Money
    let method: PaymentMethod
    let reference: Personal<String>?

    static let codec = object(
        PatientPaymentBody.init,
        field("patient_id", \.patient, .id()),
        field("amount", \.amount, Money.codec),
        field("method", \.method, .stringEnum),
        optionalField("reference", \.reference, .personal(.financial, .string(1...100)))
    ).named("PatientPaymentDraft")
}

struct RefundBody: Sendable {
    let amount: Money
    let method: PaymentMethod
    let reason: Personal<String>

    static let codec = object(
        RefundBody.init,
        field("amount", \.amount, Money.codec),
        field("method", \.method, .stringEnum),
        field("reason", \.reason, .personal(.financial, .string(1...500)))
    ).named("RefundDraft")
}

struct VoidBody: Sendable {
    let reason: Personal<String>

    static let codec = object(VoidBody.init, field("reason", \.reason, .personal(.financial, .string(1...500)))).named(
        "InvoiceVoiding")
}
