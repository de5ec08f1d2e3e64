public import Endpoints
public import EventSourcing
public import Identifiers
public import JSON

/// A member of staff without access to a patient's restricted record opened it in an emergency, with a reason.
public struct GlassBroken: EventPayload, Hashable {
    public let access: ID<EmergencyAccess>
    public let patient: ID<Patient>
    public let account: UUIDBytes
    public let staff: ID<StaffMember>
    public let role: Role
    /// The instant at which the account's emergency access ends.
    public let until: Instant
    public let reason: Personal<String>

    public static let stored = StoredType("glass-broken")
    public static let codec = object(
        GlassBroken.init(access:patient:account:staff:role:until:reason:), field("access_id", \.access, .id()),
        field("patient_id", \.patient, .id()),
        field("account_id", \.account, .uuid), field("staff_id", \.staff, .id()), field("role", \.role, .stringEnum),
        field("until", \.until, .instant),
        field("reason", \.reason, .personal(.clinical, .prose(max: 500))))
    public var person: UUIDBytes? { patient.uuid }
    public var tags: [Tag] { [.patient(patient)] }
}
