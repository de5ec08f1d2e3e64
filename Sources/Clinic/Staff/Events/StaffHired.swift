public import EventSourcing
public import Identifiers
public import JSON

public struct StaffHired: EventPayload, Hashable {
    public let staff: ID<StaffMember>
    public let details: StaffDetails

    public static let stored = StoredType("staff-hired", version: 2)
    public static let codec = object(
        StaffHired.init(staff:details:), field("staff_id", \.staff, .id()),
        field("details", \.details, StaffDetails.storedCodec))
    public var person: UUIDBytes? { staff.uuid }
    public var tags: [Tag] { [.settings, .staff(staff)] }

    public static func upcast(_ data: JSONValue, from version: Int) throws(UndecodableEvent) -> JSONValue {
        StaffDetails.withRoles(data)
    }
}

extension StaffDetails {
    /// Converts the details of a member of staff in an event of version 1, which had one `role`, to version 2, which
    /// has `roles`.
    static func withRoles(_ data: JSONValue) -> JSONValue {
        guard let details = data["details"], let role = details["role"] else { return data }
        return data.setting("details", to: details.removing("role").setting("roles", to: .array([role])))
    }
}
