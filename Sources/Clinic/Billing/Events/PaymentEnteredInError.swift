public import EventSourcing
public import Identifiers
public import JSON

/// A payment was marked as recorded by mistake. The number of its receipt is not used again.
public struct PaymentEnteredInError: EventPayload, Hashable {
    public let payment: ID<Payment>
    public let patient: ID<Patient>
    public let amount: Money
    public let method: PaymentMethod
    /// The parts of the payment that had paid invoices, and are open on them again.
    public let allocations: [Allocation]
    /// The part of the payment that was the patient's credit, in minor units.
    public let credit: Int64
    /// The day and the cash drawer of the payment; `nil` if the event of the payment, `PaymentRecorded`, has none.
    public let receivedOn: CivilDate?
    public let drawer: CashDrawer?
    public let reason: Personal<String>
    /// The claim that the payment had paid; `nil` for a payment that is no payer's payment for a claim.
    public let claim: ID<InsuranceClaim>?

    public static let stored = StoredType("payment-entered-in-error")
    public static let codec = object(
        PaymentEnteredInError.init(
            payment:patient:amount:method:allocations:credit:receivedOn:drawer:reason:claim:),
        field("payment_id", \.payment, .id()),
        field("patient_id", \.patient, .id()),
        field("amount", \.amount, Money.codec),
        field("method", \.method, .stringEnum),
        field("allocations", \.allocations, .array(Allocation.codec)),
        field("credit", \.credit, .int64),
        optionalField("received_on", \.receivedOn, .date),
        optionalField("drawer", \.drawer, CashDrawer.codec),
        field("reason", \.reason, .personal(.financial, .string(max: 500))),
        optionalField("claim_id", \.claim, .id()))
    public var person: UUIDBytes? { patient.uuid }
    public var tags: [Tag] {
        [.payment(payment), .patientAccount(patient)] + Tag.drawerDays(drawer, receivedOn)
    }

    /// The rounding of the payment that was entered in error; see `PaymentRecorded.rounding`. The payment has no
    /// refunds.
    public var rounding: Int64 { amount.amount - credit - allocations.total }
}

extension Tag {
    /// The tag of a cash drawer's day; no tag for an event of an earlier release, which names no drawer.
    static func drawerDays(_ drawer: CashDrawer?, _ date: CivilDate?) -> [Tag] {
        if let drawer, let date { [.drawerDay(drawer, date)] } else { [] }
    }
}
