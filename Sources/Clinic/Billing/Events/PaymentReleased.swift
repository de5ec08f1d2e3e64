public import EventSourcing
public import Identifiers
public import JSON

/// A payment no longer pays an invoice. Its part became the patient's credit, and the invoice is open again.
public struct PaymentReleased: EventPayload, Hashable {
    public let payment: ID<Payment>
    public let invoice: ID<Invoice>
    public let patient: ID<Patient>
    /// The part of the payment that had paid the invoice, in minor units.
    public let amount: Int64
    public let reason: Personal<String>

    public static let stored = StoredType("payment-released")
    public static let codec = object(
        PaymentReleased.init(payment:invoice:patient:amount:reason:),
        field("payment_id", \.payment, .id()),
        field("invoice_id", \.invoice, .id()),
        field("patient_id", \.patient, .id()),
        field("amount", \.amount, .int64),
        field("reason", \.reason, .personal(.financial, .string(max: 500))))
    public var person: UUIDBytes? { patient.uuid }
    public var tags: [Tag] { [.payment(payment), .patientAccount(patient)] }
}
