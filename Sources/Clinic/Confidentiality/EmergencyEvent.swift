public import Endpoints
public import EventSourcing
public import Identifiers
public import JSON

/// Events about restricted records, beside the restriction itself.
public enum EmergencyEvent: FeatureEvent {
    case glassBroken(GlassBroken)

    public var payload: any EventPayload {
        switch self {
        case .glassBroken(let payload): payload
        }
    }

    static func register(in types: EventTypes<ClinicEvent>) -> EventTypes<ClinicEvent> {
        types.with(GlassBroken.self) { .emergency(.glassBroken($0)) }
    }
}

/// A member of staff who does not treat a patient opened the restricted record, with a reason.
public struct GlassBroken: EventPayload, Hashable {
    public let access: ID<EmergencyAccess>
    public let patient: ID<Patient>
    public let account: UUIDBytes
    public let staff: ID<StaffMember>
    public let role: Role
    /// The time at which the emergency access ends.
    public let until: Instant
    public let reason: Personal<String>

    public static let stored = StoredType("glass-broken")
    public static let codec = object(
        GlassBroken.init, field("access_id", \.access, .id()), field("patient_id", \.patient, .id()),
        field("account_id", \.account, .uuid), field("staff_id", \.staff, .id()), field("role", \.role, .stringEnum),
        field("until", \.until, .instant),
        field("reason", \.reason, .personal(.clinical, .prose(max: 500))))
    public var person: UUIDBytes? { patient.uuid }
    public var tags: [Tag] { [.patient(patient)] }
}

/// An emergency access to a restricted record, as the entity of its id.
public enum EmergencyAccess {}
