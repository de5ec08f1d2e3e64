public import EventSourcing
public import Identifiers
public import JSON

/// The open amount of an invoice is paid in instalments. They replace the ones that were agreed before.
public struct InstalmentsAgreed: EventPayload, Hashable {
    public let invoice: ID<Invoice>
    public let patient: ID<Patient>
    /// The instalments, by their days. They add up to the amount that was open.
    public let instalments: [Instalment]

    public static let stored = StoredType("instalments-agreed")
    public static let codec = object(
        InstalmentsAgreed.init(invoice:patient:instalments:),
        field("invoice_id", \.invoice, .id()),
        field("patient_id", \.patient, .id()),
        field("instalments", \.instalments, .array(Instalment.codec, 1...60)))
    public var tags: [Tag] { [.invoice(invoice), .patientAccount(patient)] }
}
