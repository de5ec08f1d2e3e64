public import EventSourcing
public import Identifiers
public import JSON

/// A patient's recall for a service was paused until a day, or its pause was ended.
public struct RecallPaused: EventPayload, Hashable {
    public let patient: ID<Patient>
    public let service: ID<Service>
    /// The first day on which the patient can be due again for the service; `nil` if the pause of the recalls has
    /// ended.
    public let until: CivilDate?

    public static let stored = StoredType("recall-paused")
    public static let codec = object(
        RecallPaused.init(patient:service:until:), field("patient_id", \.patient, .id()),
        field("service_id", \.service, .id()), optionalField("until", \.until, .date))
    public var tags: [Tag] { [.recalls(of: patient)] }
}
