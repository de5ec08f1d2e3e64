public import EventSourcing
public import Identifiers
public import JSON

public struct StaffDeactivated: EventPayload, Hashable {
    public let staff: ID<StaffMember>

    public static let stored = StoredType("staff-deactivated")
    public static let codec = object(StaffDeactivated.init(staff:), field("staff_id", \.staff, .id()))
    public var tags: [Tag] { [.settings, .staff(staff)] }
}
