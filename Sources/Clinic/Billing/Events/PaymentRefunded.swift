public import EventSourcing
public import Identifiers
public import JSON

/// A payment was refunded, wholly or in part. The refund reduces the payment's credit first, then the amounts that the
/// payment paid on invoices.
public struct PaymentRefunded: EventPayload, Hashable {
    public let refund: ID<Refund>
    public let payment: ID<Payment>
    public let patient: ID<Patient>
    /// The money that was paid out for a refund. It differs from the parts of the payment that were refunded if a sum
    /// in cash was rounded.
    public let amount: Money
    public let method: PaymentMethod
    public let fromCredit: Int64
    public let fromInvoices: [Allocation]
    public let reason: Personal<String>
    /// The refund's number, gapless in each clinic and year: `B-2026-000042`. Events that older releases stored have no
    /// number, no day and no drawer.
    public let number: String?
    /// The day of the clinic's calendar on which the refund was paid out.
    public let refundedOn: CivilDate?
    public let drawer: CashDrawer?
    /// `true` for goodwill: the patient does not owe the refunded money again, so that no invoice is open again.
    public let isGoodwill: Bool?
    /// The claim that the refunded payment had paid; `nil` for a payment that is no payer's payment for a claim.
    public let claim: ID<InsuranceClaim>?

    public static let stored = StoredType("payment-refunded")
    public static let codec = object(
        PaymentRefunded.init(
            refund:payment:patient:amount:method:fromCredit:fromInvoices:reason:number:refundedOn:drawer:isGoodwill:
            claim:),
        field("refund_id", \.refund, .id()),
        field("payment_id", \.payment, .id()),
        field("patient_id", \.patient, .id()),
        field("amount", \.amount, Money.codec),
        field("method", \.method, .stringEnum),
        field("from_credit", \.fromCredit, .int64),
        field("from_invoices", \.fromInvoices, .array(Allocation.codec)),
        field("reason", \.reason, .personal(.financial, .string(max: 500))),
        optionalField("number", \.number, .string(max: 40)),
        optionalField("refunded_on", \.refundedOn, .date),
        optionalField("drawer", \.drawer, CashDrawer.codec),
        optionalField("goodwill", \.isGoodwill, .bool),
        optionalField("claim_id", \.claim, .id()))
    public var person: UUIDBytes? { patient.uuid }
    public var tags: [Tag] {
        let numbers = number == nil ? [] : refundedOn.map { [Tag.refundNumbers($0)] } ?? []
        return [.patientAccount(patient)] + numbers + Tag.drawerDays(drawer, refundedOn)
    }

    /// The sum that this refund takes from the payment's credit and from the amounts that the payment paid on invoices,
    /// in minor units.
    public var booked: Int64 { fromCredit + fromInvoices.total }

    /// The money that was paid out for a refund, less the parts of the payment that were refunded, in minor units. It
    /// is positive if a sum in cash was rounded up, and negative if it was rounded down.
    public var rounding: Int64 { amount.amount - booked }

    /// The part of the refund that is open on invoices again, in minor units.
    var reopened: Int64 { isGoodwill == true ? 0 : fromInvoices.total }

    /// The part of a refund that had paid invoices and that the patient does not owe again, in minor units.
    var givenUp: Int64 { isGoodwill == true ? fromInvoices.total : 0 }
}
