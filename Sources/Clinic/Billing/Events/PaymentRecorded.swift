public import EventSourcing
public import Identifiers
public import JSON

/// A payment was received. Allocations and credit add up to the amount.
public struct PaymentRecorded: EventPayload, Hashable {
    public let payment: ID<Payment>
    public let patient: ID<Patient>
    public let amount: Money
    public let method: PaymentMethod
    public let allocations: [Allocation]
    /// The part of the payment that paid no invoice, in minor units. The patient can use it later.
    public let credit: Int64
    /// The payment's reference number at the card terminal or bank.
    public let reference: Personal<String>?

    public static let stored = StoredType("payment-recorded")
    public static let codec = object(
        PaymentRecorded.init(payment:patient:amount:method:allocations:credit:reference:),
        field("payment_id", \.payment, .id()),
        field("patient_id", \.patient, .id()),
        field("amount", \.amount, Money.codec),
        field("method", \.method, .stringEnum),
        field("allocations", \.allocations, .array(Allocation.codec)),
        field("credit", \.credit, .int64),
        optionalField("reference", \.reference, .personal(.financial, .string(max: 100))))
    public var person: UUIDBytes? { patient.uuid }
    public var tags: [Tag] { [.payment(payment), .patientAccount(patient)] }
}
