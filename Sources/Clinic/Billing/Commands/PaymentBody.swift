import EventSourcing
import Identifiers
import JSON

extension PaymentTerms {
    /// The body of a request for a payment whose payer the path names.
    static let codec: Codec<PaymentTerms> = {
        let members = PaymentTerms.members { (terms: PaymentTerms) in terms }
        return object(
            PaymentTerms.init(amount:method:reference:acceptsCredit:drawer:valueOn:), members.amount, members.method,
            members.reference, members.acceptsCredit, members.drawer, members.valueOn
        ).described("The payment to record for an invoice.").named("PaymentDraft")
    }()

    /// The members that describe a payment in a request's body.
    fileprivate static func members<Body>(_ terms: @escaping @Sendable (Body) -> PaymentTerms) -> (
        amount: Field<Body, Money>, method: Field<Body, PaymentMethod>, reference: Field<Body, Personal<String>?>,
        acceptsCredit: Field<Body, Bool>, drawer: Field<Body, CashDrawer?>, valueOn: Field<Body, CivilDate?>
    ) {
        (
            field("amount", { terms($0).amount }, Money.codec.described("The amount, in the clinic's currency.")),
            field("method", { terms($0).method }, .stringEnum.described("How it was paid.")),
            optionalField(
                "reference", { terms($0).reference },
                .personal(.financial, .string(1...100)).described(
                    "The payment's reference, such as a receipt's number; free text.")),
            field(
                "accept_credit", { terms($0).acceptsCredit },
                .bool.described("Whether an amount above the open one becomes the patient's credit."), default: false),
            optionalField("drawer", { terms($0).drawer }, CashDrawer.codec),
            optionalField(
                "value_on", { terms($0).valueOn },
                .date.described("The day on which a transfer reached the clinic's account; absent: not known."))
        )
    }
}

struct PatientPaymentBody: Sendable {
    let patient: ID<Patient>
    let terms: PaymentTerms

    static let codec: Codec<PatientPaymentBody> = {
        let members = PaymentTerms.members { (body: PatientPaymentBody) in body.terms }
        return object(
            PatientPaymentBody.init(patient:amount:method:reference:acceptsCredit:drawer:valueOn:),
            field("patient_id", \.patient, .patientID), members.amount, members.method, members.reference,
            members.acceptsCredit, members.drawer, members.valueOn
        ).described("The payment to record for a patient.").named("PatientPaymentDraft")
    }()

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
