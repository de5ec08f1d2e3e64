public import EventSourcing
public import Identifiers
public import JSON

/// A payment was received. Its allocations, its credit and its rounding add up to its amount.
public struct PaymentRecorded: EventPayload, Hashable {
    public let payment: ID<Payment>
    public let patient: ID<Patient>
    public let amount: Money
    public let method: PaymentMethod
    public let allocations: [Allocation]
    /// The part of the payment that paid no invoice, in minor units. It is credit, which can pay a later invoice.
    public let credit: Int64
    /// A reference to the payment, such as its number at the card terminal or bank: free text; `nil` if none was given.
    public let reference: Personal<String>?
    /// The receipt's number, gapless in each clinic and year: `R-2026-000042`. Payments that were recorded by releases
    /// without receipt numbers have no number, day, drawer and value date.
    public let number: String?
    /// The day of the clinic's calendar on which the payment was received.
    public let receivedOn: CivilDate?
    public let drawer: CashDrawer?
    /// The day on which a bank transfer reached the clinic's account; `nil` if none was given.
    public let valueOn: CivilDate?
    /// The payment for a family that this payment is a part of, and the guarantor who made it; `nil` for other
    /// payments.
    public let family: FamilyPart?
    /// The claim that a payer pays with this payment; `nil` for other payments.
    public let claim: ID<InsuranceClaim>?

    public static let stored = StoredType("payment-recorded")
    public static let codec = object(
        PaymentRecorded.init(
            payment:patient:amount:method:allocations:credit:reference:number:receivedOn:drawer:valueOn:family:
            claim:),
        field("payment_id", \.payment, .id()),
        field("patient_id", \.patient, .id()),
        field("amount", \.amount, Money.codec),
        field("method", \.method, .stringEnum),
        field("allocations", \.allocations, .array(Allocation.codec)),
        field("credit", \.credit, .int64),
        optionalField("reference", \.reference, .personal(.financial, .string(max: 100))),
        optionalField("number", \.number, .string(max: 40)),
        optionalField("received_on", \.receivedOn, .date),
        optionalField("drawer", \.drawer, CashDrawer.codec),
        optionalField("value_on", \.valueOn, .date),
        optionalField("family", \.family, FamilyPart.codec),
        optionalField("claim_id", \.claim, .id()))
    public var person: UUIDBytes? { patient.uuid }
    public var tags: [Tag] {
        let numbers = number == nil ? [] : receivedOn.map { [Tag.receiptNumbers($0)] } ?? []
        return [.payment(payment), .patientAccount(patient)] + numbers + Tag.drawerDays(drawer, receivedOn)
            + (family.map { [.familyPayment($0.payment)] } ?? [])
    }
}

extension PaymentRecorded {
    /// The part of a payment's amount that is neither credit nor pays an invoice, in minor units. It is positive if a
    /// sum that was paid in cash was rounded up, and negative if it was rounded down.
    public var rounding: Int64 { amount.amount - credit - allocations.total }

    /// Makes the event of a payment, or of one patient's part of a family's payment, with the method, reference, drawer
    /// and value date of `terms`.
    init(
        payment: ID<Payment>, patient: ID<Patient>, amount: Money, allocations: [Allocation], credit: Int64,
        _ terms: PaymentTerms, number: String, receivedOn: CivilDate, family: FamilyPart?,
        claim: ID<InsuranceClaim>? = nil
    ) {
        self.init(
            payment: payment, patient: patient, amount: amount, method: terms.method, allocations: allocations,
            credit: credit, reference: terms.reference, number: number, receivedOn: receivedOn,
            drawer: terms.drawer ?? .first,
            valueOn: terms.valueOn, family: family, claim: claim)
    }
}
