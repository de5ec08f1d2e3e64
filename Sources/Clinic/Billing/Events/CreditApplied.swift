public import EventSourcing
public import Identifiers
public import JSON

/// Credit from earlier payments was used to pay an invoice.
public struct CreditApplied: EventPayload, Hashable {
    public struct Part: Hashable, Sendable {
        public let payment: ID<Payment>
        public let amount: Int64

        static let codec = object(
            Part.init(payment:amount:), field("payment_id", \.payment, .id()), field("amount", \.amount, .int64))
    }

    public let invoice: ID<Invoice>
    public let patient: ID<Patient>
    public let parts: [Part]

    public var amount: Int64 { parts.reduce(0) { $0 + $1.amount } }

    public static let stored = StoredType("credit-applied")
    public static let codec = object(
        CreditApplied.init(invoice:patient:parts:),
        field("invoice_id", \.invoice, .id()),
        field("patient_id", \.patient, .id()),
        field("parts", \.parts, .array(Part.codec)))
    public var tags: [Tag] { [.patientAccount(patient)] }
}
