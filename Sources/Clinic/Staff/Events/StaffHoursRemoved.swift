public import EventSourcing
public import Identifiers
public import JSON

/// Special hours of a member of staff were removed.
public struct StaffHoursRemoved: EventPayload, Hashable {
    public let staff: ID<StaffMember>
    public let hours: ID<SpecialHours>

    public static let stored = StoredType("staff-hours-removed")
    public static let codec = object(
        StaffHoursRemoved.init(staff:hours:), field("staff_id", \.staff, .id()), field("hours_id", \.hours, .id()))
    public var tags: [Tag] { [.settings, .staff(staff)] }
}
