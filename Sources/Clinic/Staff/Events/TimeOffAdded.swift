public import EventSourcing
public import Identifiers
public import JSON

public struct TimeOffAdded: EventPayload, Hashable {
    public let staff: ID<StaffMember>
    public let timeOff: TimeOff

    public static let stored = StoredType("time-off-added")
    public static let codec = object(
        TimeOffAdded.init(staff:timeOff:), field("staff_id", \.staff, .id()),
        field("time_off", \.timeOff, TimeOff.codec))
    public var person: UUIDBytes? { staff.uuid }
    public var tags: [Tag] { [.settings, .staff(staff)] }
}
