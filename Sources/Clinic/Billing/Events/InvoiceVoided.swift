public import EventSourcing
public import Identifiers
public import JSON

public struct InvoiceVoided: EventPayload, Hashable {
    public let invoice: ID<Invoice>
    public let patient: ID<Patient>
    public let total: Money
    public let reason: Personal<String>

    public static let stored = StoredType("invoice-voided")
    public static let codec = object(
        InvoiceVoided.init(invoice:patient:total:reason:),
        field("invoice_id", \.invoice, .id()),
        field("patient_id", \.patient, .id()),
        field("total", \.total, Money.codec),
        field("reason", \.reason, .personal(.financial, .string(max: 500))))
    public var person: UUIDBytes? { patient.uuid }
    public var tags: [Tag] { [.invoice(invoice), .patientAccount(patient)] }
}
