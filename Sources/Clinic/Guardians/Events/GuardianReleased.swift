public import EventSourcing
public import Identifiers
public import JSON

/// A guardianship ended. The guardian may no longer see the dependant's data.
public struct GuardianReleased: EventPayload, Hashable {
    public let guardian: ID<Patient>
    public let dependant: ID<Patient>

    public static let stored = StoredType("guardian-released")
    public static let codec = object(
        GuardianReleased.init(guardian:dependant:), field("guardian_id", \.guardian, .id()),
        field("dependant_id", \.dependant, .id()))
    public var tags: [Tag] { [.guardian(guardian)] }
}
