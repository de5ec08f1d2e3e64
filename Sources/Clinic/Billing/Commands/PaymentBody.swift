import EventSourcing
import Identifiers
import JSON

extension PaymentTerms {
    /// The JSON body of a request to record a payment for an invoice or for a family. The path names the invoice or the
    /// guarantor.
    static let codec = object(
        PaymentTerms.init(amount:method:reference:acceptsCredit:drawer:valueOn:),
        field("amount", \.amount, .paymentAmount), field("method", \.method, .paymentMethod),
        optionalField("reference", \.reference, .paymentReference),
        field("accept_credit", \.acceptsCredit, .acceptsCredit, default: false),
        optionalField("drawer", \.drawer, CashDrawer.codec), optionalField("value_on", \.valueOn, .paymentValueDate)
    ).described("The payment to record for an invoice or a family.").named("PaymentDraft")
}

struct PatientPaymentBody: Sendable {
    let patient: ID<Patient>
    let terms: PaymentTerms

    static let codec = object(
        PatientPaymentBody.init(patient:amount:method:reference:acceptsCredit:drawer:valueOn:),
        field("patient_id", \.patient, .patientID), field("amount", \.terms.amount, .paymentAmount),
        field("method", \.terms.method, .paymentMethod),
        optionalField("reference", \.terms.reference, .paymentReference),
        field("accept_credit", \.terms.acceptsCredit, .acceptsCredit, default: false),
        optionalField("drawer", \.terms.drawer, CashDrawer.codec),
        optionalField("value_on", \.terms.valueOn, .paymentValueDate)
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

// The members that requests for a payment share, for one patient or for a family.

extension Codec where Value == Money {
    fileprivate static var paymentAmount: Codec { Money.codec.described("The amount, in the clinic's currency.") }
}

extension Codec where Value == PaymentMethod {
    fileprivate static var paymentMethod: Codec { .stringEnum.described("How it was paid.") }
}

extension Codec where Value == Personal<String> {
    fileprivate static var paymentReference: Codec {
        .personal(.financial, .string(1...100)).described(
            "The payment's reference, such as a receipt's number; free text.")
    }
}

extension Codec where Value == Bool {
    fileprivate static var acceptsCredit: Codec {
        .bool.described(
            "Whether an amount above the open one becomes the patient's credit; never if the method is `insurance`.")
    }
}

extension Codec where Value == CivilDate {
    fileprivate static var paymentValueDate: Codec {
        .date.described("The day on which a transfer reached the clinic's account; absent: not known.")
    }
}
