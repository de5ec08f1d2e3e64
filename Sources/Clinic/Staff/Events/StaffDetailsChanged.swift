public import EventSourcing
public import Identifiers
public import JSON

public struct StaffDetailsChanged: EventPayload, Hashable {
    public let staff: ID<StaffMember>
    public let details: StaffDetails

    public static let stored = StoredType("staff-details-changed", version: 2)
    public static let codec = object(
        StaffDetailsChanged.init(staff:details:), field("staff_id", \.staff, .id()),
        field("details", \.details, StaffDetails.storedCodec))
    public var person: UUIDBytes? { staff.uuid }
    public var tags: [Tag] { [.settings, .staff(staff)] }

    public static func upcast(_ data: JSONValue, from version: Int) throws(UndecodableEvent) -> JSONValue {
        StaffDetails.withRoles(data)
    }
}
