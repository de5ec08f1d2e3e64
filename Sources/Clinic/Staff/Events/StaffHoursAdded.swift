public import EventSourcing
public import Identifiers
public import JSON

/// A member of staff got special hours on some dates.
public struct StaffHoursAdded: EventPayload, Hashable {
    public let staff: ID<StaffMember>
    public let hours: SpecialHours

    public static let stored = StoredType("staff-hours-added")
    public static let codec = object(
        StaffHoursAdded.init(staff:hours:), field("staff_id", \.staff, .id()),
        field("hours", \.hours, SpecialHours.codec))
    public var tags: [Tag] { [.settings, .staff(staff)] }
}
