public import EventSourcing
public import Identifiers
public import JSON

/// The clinic reminded a patient of a recall: that a service is due again.
public struct RecallReminded: EventPayload, Hashable {
    /// The way in which the patient was reminded of a due visit.
    public enum Channel: String, Hashable, Sendable, CaseIterable { case phone, email, message, letter }

    public let patient: ID<Patient>
    public let service: ID<Service>
    public let channel: Channel

    public static let stored = StoredType("recall-reminded")
    public static let codec = object(
        RecallReminded.init(patient:service:channel:), field("patient_id", \.patient, .id()),
        field("service_id", \.service, .id()), field("channel", \.channel, .stringEnum))
    public var tags: [Tag] { [.recalls(of: patient)] }
}
