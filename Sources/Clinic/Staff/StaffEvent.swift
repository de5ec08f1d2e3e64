public import EventSourcing
public import Identifiers
public import JSON

public enum StaffEvent: FeatureEvent {
    case staffHired(StaffHired)
    case staffDetailsChanged(StaffDetailsChanged)
    case staffDeactivated(StaffDeactivated)
    case timeOffAdded(TimeOffAdded)
    case timeOffRemoved(TimeOffRemoved)
    case staffErased(StaffErased)

    public var payload: any EventPayload {
        switch self {
        case .staffHired(let payload): payload
        case .staffDetailsChanged(let payload): payload
        case .staffDeactivated(let payload): payload
        case .timeOffAdded(let payload): payload
        case .timeOffRemoved(let payload): payload
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
            .with(StaffErased.self) { .staff(.staffErased($0)) }
    }

    var staff: ID<StaffMember> {
        switch self {
        case .staffHired(let payload): payload.staff
        case .staffDetailsChanged(let payload): payload.staff
        case .staffDeactivated(let payload): payload.staff
        case .timeOffAdded(let payload): payload.staff
        case .timeOffRemoved(let payload): payload.staff
        case .staffErased(let payload): payload.staff
        }
    }
}

public struct StaffHired: EventPayload, Hashable {
    public let staff: ID<StaffMember>
    public let details: StaffDetails

    public static let stored = StoredType("staff-hired", version: 2)
    public static let codec = object(
        StaffHired.init, field("staff_id", \.staff, .id()), field("details", \.details, StaffDetails.storedCodec))
    public var person: UUIDBytes? { staff.uuid }
    public var tags: [Tag] { [.settings, .staff(staff)] }

    public static func upcast(_ data: JSONValue, from version: Int) throws(UndecodableEvent) -> JSONValue {
        StaffDetails.withRoles(data)
    }
}

public struct StaffDetailsChanged: EventPayload, Hashable {
    public let staff: ID<StaffMember>
    public let details: StaffDetails

    public static let stored = StoredType("staff-details-changed", version: 2)
    public static let codec = object(
        StaffDetailsChanged.init, field("staff_id", \.staff, .id()),
        field("details", \.details, StaffDetails.storedCodec))
    public var person: UUIDBytes? { staff.uuid }
    public var tags: [Tag] { [.settings, .staff(staff)] }

    public static func upcast(_ data: JSONValue, from version: Int) throws(UndecodableEvent) -> JSONValue {
        StaffDetails.withRoles(data)
    }
}

extension StaffDetails {
    /// Converts the data of version 1, which had one `role`, to version 2, which has `roles`.
    fileprivate static func withRoles(_ data: JSONValue) -> JSONValue {
        guard let details = data["details"], let role = details["role"] else { return data }
        return data.setting("details", to: details.removing("role").setting("roles", to: .array([role])))
    }
}

public struct StaffDeactivated: EventPayload, Hashable {
    public let staff: ID<StaffMember>

    public static let stored = StoredType("staff-deactivated")
    public static let codec = object(StaffDeactivated.init, field("staff_id", \.staff, .id()))
    public var tags: [Tag] { [.settings, .staff(staff)] }
}

public struct TimeOffAdded: EventPayload, Hashable {
    public let staff: ID<StaffMember>
    public let timeOff: TimeOff

    public static let stored = StoredType("time-off-added")
    public static let codec = object(
        TimeOffAdded.init, field("staff_id", \.staff, .id()), field("time_off", \.timeOff, TimeOff.codec))
    public var person: UUIDBytes? { staff.uuid }
    public var tags: [Tag] { [.settings, .staff(staff)] }
}

public struct TimeOffRemoved: EventPayload, Hashable {
    public let staff: ID<StaffMember>
    public let timeOff: ID<TimeOff>

    public static let stored = StoredType("time-off-removed")
    public static let codec = object(
        TimeOffRemoved.init, field("staff_id", \.staff, .id()), field("time_off_id", \.timeOff, .id()))
    public var tags: [Tag] { [.settings, .staff(staff)] }
}

/// The contact details and absence reasons of a former member of staff are erased.
public struct StaffErased: EventPayload, Hashable {
    public let staff: ID<StaffMember>
    public let reason: ErasureReason

    public static let stored = StoredType("staff-erased")
    public static let codec = object(
        StaffErased.init, field("staff_id", \.staff, .id()), field("reason", \.reason, .stringEnum))
    public var tags: [Tag] { [.settings, .staff(staff)] }
}
