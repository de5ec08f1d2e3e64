public import EventSourcing
public import Identifiers
public import JSON

/// The clinic gave up the open amount of an invoice.
public struct InvoiceWrittenOff: EventPayload, Hashable {
    public let invoice: ID<Invoice>
    public let patient: ID<Patient>
    /// The open amount of the invoice, which the clinic gave up.
    public let amount: Money
    public let writtenOffOn: CivilDate
    public let reason: Personal<String>

    public static let stored = StoredType("invoice-written-off")
    public static let codec = object(
        InvoiceWrittenOff.init(invoice:patient:amount:writtenOffOn:reason:),
        field("invoice_id", \.invoice, .id()),
        field("patient_id", \.patient, .id()),
        field("amount", \.amount, Money.codec),
        field("written_off_on", \.writtenOffOn, .date),
        field("reason", \.reason, .personal(.financial, .string(max: 500))))
    public var person: UUIDBytes? { patient.uuid }
    public var tags: [Tag] { [.invoice(invoice), .patientAccount(patient)] }
}
