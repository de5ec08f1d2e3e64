public import EventSourcing
import Identifiers

public enum StaffEvent: FeatureEvent {
    case staffHired(StaffHired)
    case staffDetailsChanged(StaffDetailsChanged)
    case staffDeactivated(StaffDeactivated)
    case timeOffAdded(TimeOffAdded)
    case timeOffRemoved(TimeOffRemoved)
    case staffHoursAdded(StaffHoursAdded)
    case staffHoursRemoved(StaffHoursRemoved)
    case staffErased(StaffErased)

    public var payload: any EventPayload {
        switch self {
        case .staffHired(let payload): payload
        case .staffDetailsChanged(let payload): payload
        case .staffDeactivated(let payload): payload
        case .timeOffAdded(let payload): payload
        case .timeOffRemoved(let payload): payload
        case .staffHoursAdded(let payload): payload
        case .staffHoursRemoved(let payload): payload
        case .staffErased(let payload): payload
        }
    }

    static func register(in types: EventTypes<ClinicEvent>) -> EventTypes<ClinicEvent> {
        types
            .with(StaffHired.self) { .staff(.staffHired($0)) }
            .with(StaffDetailsChanged.self) { .staff(.staffDetailsChanged($0)) }
            .with(StaffDeactivated.self) { .staff(.staffDeactivated($0)) }
            .with(TimeOffAdded.self) { .staff(.timeOffAdded($0)) }
            .with(TimeOffRemoved.self) { .staff(.timeOffRemoved($0)) }
            .with(StaffHoursAdded.self) { .staff(.staffHoursAdded($0)) }
            .with(StaffHoursRemoved.self) { .staff(.staffHoursRemoved($0)) }
            .with(StaffErased.self) { .staff(.staffErased($0)) }
    }

    var staff: ID<StaffMember> {
        switch self {
        case .staffHired(let payload): payload.staff
        case .staffDetailsChanged(let payload): payload.staff
        case .staffDeactivated(let payload): payload.staff
        case .timeOffAdded(let payload): payload.staff
        case .timeOffRemoved(let payload): payload.staff
        case .staffHoursAdded(let payload): payload.staff
        case .staffHoursRemoved(let payload): payload.staff
        case .staffErased(let payload): payload.staff
        }
    }
}
