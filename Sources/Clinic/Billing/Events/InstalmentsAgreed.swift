public import EventSourcing
public import Identifiers
public import JSON

/// Instalments were agreed for the open amount of an invoice. They replace those that were agreed before.
public struct InstalmentsAgreed: EventPayload, Hashable {
    public let invoice: ID<Invoice>
    public let patient: ID<Patient>
    /// The instalments in the order of their days. They add up to the invoice's open amount at the time of the event.
    public let instalments: [Instalment]

    public static let stored = StoredType("instalments-agreed")
    public static let codec = object(
        InstalmentsAgreed.init(invoice:patient:instalments:),
        field("invoice_id", \.invoice, .id()),
        field("patient_id", \.patient, .id()),
        field("instalments", \.instalments, .array(Instalment.codec, 1...60)))
    public var tags: [Tag] { [.invoice(invoice), .patientAccount(patient)] }
}
