public import EventSourcing
public import Identifiers
public import JSON

public struct TimeOffRemoved: EventPayload, Hashable {
    public let staff: ID<StaffMember>
    public let timeOff: ID<TimeOff>

    public static let stored = StoredType("time-off-removed")
    public static let codec = object(
        TimeOffRemoved.init(staff:timeOff:), field("staff_id", \.staff, .id()), field("time_off_id", \.timeOff, .id()))
    public var tags: [Tag] { [.settings, .staff(staff)] }
}
