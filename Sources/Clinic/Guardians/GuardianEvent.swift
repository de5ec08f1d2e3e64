public import EventSourcing
public import Identifiers
public import JSON

/// The events of guardians and their dependants, for example a parent and a child. Both are patients of the clinic.
public enum GuardianEvent: FeatureEvent {
    case guardianNamed(GuardianNamed)
    case guardianReleased(GuardianReleased)

    public var payload: any EventPayload {
        switch self {
        case .guardianNamed(let payload): payload
        case .guardianReleased(let payload): payload
        }
    }

    static func register(in types: EventTypes<ClinicEvent>) -> EventTypes<ClinicEvent> {
        types
            .with(GuardianNamed.self) { .guardian(.guardianNamed($0)) }
            .with(GuardianReleased.self) { .guardian(.guardianReleased($0)) }
    }

    var guardian: ID<Patient> {
        switch self {
        case .guardianNamed(let payload): payload.guardian
        case .guardianReleased(let payload): payload.guardian
        }
    }
}

/// A guardian was named, who sees the dependant's data from now on.
public struct GuardianNamed: EventPayload, Hashable {
    public let guardian: ID<Patient>
    public let dependant: ID<Patient>

    public static let stored = StoredType("guardian-named")
    public static let codec = object(
        GuardianNamed.init, field("guardian_id", \.guardian, .id()), field("dependant_id", \.dependant, .id()))
    public var tags: [Tag] { [.guardian(guardian)] }
}

/// A guardian was released, and does not see the dependant's data from now on.
public struct GuardianReleased: EventPayload, Hashable {
    public let guardian: ID<Patient>
    public let dependant: ID<Patient>

    public static let stored = StoredType("guardian-released")
    public static let codec = object(
        GuardianReleased.init, field("guardian_id", \.guardian, .id()), field("dependant_id", \.dependant, .id()))
    public var tags: [Tag] { [.guardian(guardian)] }
}
