public import EventSourcing
import Identifiers

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
