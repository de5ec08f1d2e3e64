public import EventSourcing
public import Identifiers
public import JSON

/// Money was paid back. It reduces the payment's credit first, then the amounts that the payment paid on invoices.
public struct PaymentRefunded: EventPayload, Hashable {
    public let refund: ID<Refund>
    public let payment: ID<Payment>
    public let patient: ID<Patient>
    public let amount: Money
    public let method: PaymentMethod
    public let fromCredit: Int64
    public let fromInvoices: [Allocation]
    public let reason: Personal<String>

    public static let stored = StoredType("payment-refunded")
    public static let codec = object(
        PaymentRefunded.init(refund:payment:patient:amount:method:fromCredit:fromInvoices:reason:),
        field("refund_id", \.refund, .id()),
        field("payment_id", \.payment, .id()),
        field("patient_id", \.patient, .id()),
        field("amount", \.amount, Money.codec),
        field("method", \.method, .stringEnum),
        field("from_credit", \.fromCredit, .int64),
        field("from_invoices", \.fromInvoices, .array(Allocation.codec)),
        field("reason", \.reason, .personal(.financial, .string(max: 500))))
    public var person: UUIDBytes? { patient.uuid }
    public var tags: [Tag] { [.patientAccount(patient)] }
}
