import EventSourcing
import Identifiers
import JSON

/// The members of a request for a payment, except the patient or invoice that it is for.
struct PaymentTerms: Sendable {
    let amount: Money
    let method: PaymentMethod
    let reference: Personal<String>?
    let acceptsCredit: Bool
    let drawer: CashDrawer?
    let valueOn: CivilDate?

    func payment(_ id: ID<Payment>, _ payer: RecordPayment.Payer) -> RecordPayment {
        RecordPayment(
            payment: id, payer: payer, amount: amount, method: method, reference: reference,
            acceptsCredit: acceptsCredit, drawer: drawer ?? .first, valueOn: valueOn)
    }
}

struct PaymentBody: Sendable {
    let terms: PaymentTerms

    static let codec = object(
        PaymentBody.init(amount:method:reference:acceptsCredit:drawer:valueOn:),
        field("amount", \.terms.amount, Money.codec.described("The amount, in the clinic's currency.")),
        field("method", \.terms.method, .stringEnum.described("How it was paid.")),
        optionalField(
            "reference", \.terms.reference,
            .personal(.financial, .string(1...100)).described(
                "The payment's reference, such as a receipt's number; free text.")),
        field(
            "accept_credit", \.terms.acceptsCredit,
            .bool.described("Whether an amount above the open one becomes the patient's credit."), default: false),
        optionalField("drawer", \.terms.drawer, CashDrawer.codec),
        optionalField(
            "value_on", \.terms.valueOn,
            .date.described("The day on which a transfer reached the clinic's account; absent: not known."))
    ).described("The payment to record for an invoice.").named("PaymentDraft")

    private init(
        amount: Money, method: PaymentMethod, reference: Personal<String>?, acceptsCredit: Bool, drawer: CashDrawer?,
        valueOn: CivilDate?
    ) {
        terms = PaymentTerms(
            amount: amount, method: method, reference: reference, acceptsCredit: acceptsCredit, drawer: drawer,
            valueOn: valueOn)
    }
}

struct PatientPaymentBody: Sendable {
    let patient: ID<Patient>
    let terms: PaymentTerms

    static let codec = object(
        PatientPaymentBody.init(patient:amount:method:reference:acceptsCredit:drawer:valueOn:),
        field("patient_id", \.patient, .patientID),
        field("amount", \.terms.amount, Money.codec.described("The amount, in the clinic's currency.")),
        field("method", \.terms.method, .stringEnum.described("How it was paid.")),
        optionalField(
            "reference", \.terms.reference,
            .personal(.financial, .string(1...100)).described(
                "The payment's reference, such as a receipt's number; free text.")),
        field(
            "accept_credit", \.terms.acceptsCredit,
            .bool.described("Whether an amount above the open one becomes the patient's credit."), default: false),
        optionalField("drawer", \.terms.drawer, CashDrawer.codec),
        optionalField(
            "value_on", \.terms.valueOn,
            .date.described("The day on which a transfer reached the clinic's account; absent: not known."))
    ).described("The payment to record for a patient.").named("PatientPaymentDraft")

    private init(
        patient: ID<Patient>, amount: Money, method: PaymentMethod, reference: Personal<String>?, acceptsCredit: Bool,
        drawer: CashDrawer?, valueOn: CivilDate?
    ) {
        self.patient = patient
        terms = PaymentTerms(
            amount: amount, method: method, reference: reference, acceptsCredit: acceptsCredit, drawer: drawer,
            valueOn: valueOn)
    }
}
