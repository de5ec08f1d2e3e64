import EventSourcing
public import Identifiers
public import JSON

/// The stored document of a member of staff.
public struct StaffDocument: Sendable {
    public let id: ID<StaffMember>
    public var version: Int64
    public var details: StaffDetails
    public var timeOff: [TimeOff]
    /// The special hours of the member of staff; `nil` if there are none, so that documents that older releases stored
    /// stay correct.
    public var specialHours: [SpecialHours]?
    public var isActive: Bool

    /// The JSON of a member of staff that is stored for admins. The projection also decodes this JSON before it folds
    /// the next event.
    public static let codec = object(
        StaffDocument.make(id:version:name:role:roles:specialty:email:hours:timeOff:specialHours:isActive:),
        field("id", \.id, .id()),
        field("version", \.version, .int64),
        field("name", \.details.name, .name()),
        field("role", \.role, .stringEnum),
        field("roles", \.roles, .array(.stringEnum, 0...StaffRole.allCases.count), default: []),
        optionalField("specialty", \.details.specialty, .name(max: 100)),
        optionalField("email", \.details.email, .personal(.contact, .email)),
        optionalField("hours", \.details.hours, WeeklyHours.codec),
        field("time_off", \.timeOff, .array(TimeOff.codec)),
        optionalField("special_hours", \.specialHours, .array(SpecialHours.codec)),
        field("active", \.isActive, .bool))

    private var role: StaffRole { details.roles.first }
    private var roles: [StaffRole] { details.roles.all }

    /// Makes the document of a member of staff.
    ///
    /// - Parameter roles: the person's roles; empty in a document that an older release stored with one `role`.
    private static func make(
        id: ID<StaffMember>, version: Int64, name: String, role: StaffRole, roles: [StaffRole], specialty: String?,
        email: Personal<String>?, hours: WeeklyHours?, timeOff: [TimeOff], specialHours: [SpecialHours]?, isActive: Bool
    ) -> StaffDocument {
        StaffDocument(
            id: id, version: version,
            details: StaffDetails(
                name: name, roles: StaffRoles(roles) ?? StaffRoles(role), specialty: specialty, email: email,
                hours: hours),
            timeOff: timeOff, specialHours: specialHours, isActive: isActive)
    }

    /// The rendering of a member of staff's document for staff who are not admins. It shows absences without their
    /// reasons.
    var forColleagues: StaffDocument {
        var document = self
        document.timeOff = timeOff.map(\.unexplained)
        return document
    }
}
