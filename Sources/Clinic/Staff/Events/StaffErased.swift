public import EventSourcing
public import Identifiers
public import JSON

/// The contact details and absence reasons of a former member of staff were erased.
public struct StaffErased: EventPayload, Hashable {
    public let staff: ID<StaffMember>
    public let reason: ErasureReason

    public static let stored = StoredType("staff-erased")
    public static let codec = object(
        StaffErased.init(staff:reason:), field("staff_id", \.staff, .id()), field("reason", \.reason, .stringEnum))
    public var tags: [Tag] { [.settings, .staff(staff)] }
}
