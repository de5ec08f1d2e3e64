public import EventSourcing
public import Identifiers
public import JSON

/// A patient became the guardian of another patient, the dependant. From this event on, the guardian may see the
/// dependant's data.
public struct GuardianNamed: EventPayload, Hashable {
    public let guardian: ID<Patient>
    public let dependant: ID<Patient>

    public static let stored = StoredType("guardian-named")
    public static let codec = object(
        GuardianNamed.init(guardian:dependant:), field("guardian_id", \.guardian, .id()),
        field("dependant_id", \.dependant, .id()))
    public var tags: [Tag] { [.guardian(guardian)] }
}
