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
        field("patient_id", \.patient, .patientID),
        optionalField(
            "appointment_id", \.appointment,
            .id().described("The appointment that is charged; it must be this patient's.")),
        field(
            "lines", \.lines,
            .array(IssueInvoice.Line.codec, 1...100).described("The lines to charge, in the order of the invoice.")),
        optionalField(
            "payment_term_days", \.paymentTerm,
            .int(0...365).described("Days from today until the invoice is due; absent: 14."))
    ).described("The invoice to issue.").named("InvoiceDraft")
}

extension IssueInvoice.Line {
    static let codec = object(
        IssueInvoice.Line.init,
        optionalField(
            "service_id", \.service,
            .id().described("The service that was done. Absent: `description` and `unit_price` must be there.")),
        optionalField(
            "description", \.description,
            .personal(.financial, .string(1...200)).described("The line's text; absent: the service's name.")),
        field("quantity", \.quantity, .int64(1...1000).described("How many times it is charged.")),
        optionalField(
            "unit_price", \.unitPrice,
            .minorUnits("The price of one; absent: the service's price. A discount is negative.", Money.bounds))
    ).described("A line of the invoice to issue.").named("InvoiceDraftLine")
}

struct PaymentBody: Sendable {
    let amount: Money
    let method: PaymentMethod
    let reference: Personal<String>?

    static let codec = object(
        PaymentBody.init,
        field("amount", \.amount, Money.codec.described("The amount, in the clinic's currency.")),
        field("method", \.method, .stringEnum.described("How it was paid.")),
        optionalField(
            "reference", \.reference,
            .personal(.financial, .string(1...100)).described(
                "The payment's reference, such as a receipt's number; free text."))
    ).described("The payment to record for an invoice.").named("PaymentDraft")
}

struct PatientPaymentBody: Sendable {
    let patient: ID<Patient>
    let amount: Money
    let method: PaymentMethod
    let reference: Personal<String>?

    static let codec = object(
        PatientPaymentBody.init,
        field("patient_id", \.patient, .patientID),
        field("amount", \.amount, Money.codec.described("The amount, in the clinic's currency.")),
        field("method", \.method, .stringEnum.described("How it was paid.")),
        optionalField(
            "reference", \.reference,
            .personal(.financial, .string(1...100)).described(
                "The payment's reference, such as a receipt's number; free text."))
    ).described("The payment to record for a patient.").named("PatientPaymentDraft")
}

struct RefundBody: Sendable {
    let amount: Money
    let method: PaymentMethod
    let reason: Personal<String>

    static let codec = object(
        RefundBody.init,
        field("amount", \.amount, Money.codec.described("The amount to refund, in the clinic's currency.")),
        field("method", \.method, .stringEnum.described("How the money is refunded.")),
        field("reason", \.reason, .personal(.financial, .string(1...500)).described("Why it is given back."))
    ).described("The refund to make.").named("RefundDraft")
}

struct VoidBody: Sendable {
    let reason: Personal<String>

    static let codec = object(
        VoidBody.init,
        field("reason", \.reason, .personal(.financial, .string(1...500)).described("Why the invoice is taken back."))
    ).described("Why an invoice is voided.").named("InvoiceVoiding")
}
