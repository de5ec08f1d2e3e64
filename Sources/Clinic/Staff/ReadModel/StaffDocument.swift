import EventSourcing
public import Identifiers
public import JSON

/// A member of staff as clients see them.
public struct StaffDocument: Sendable {
    public let id: ID<StaffMember>
    public var version: Int64
    public var details: StaffDetails
    public var timeOff: [TimeOff]
    public var isActive: Bool

    /// The JSON of a member of staff for admins, and for the projection's fold.
    public static let codec = object(
        StaffDocument.make(id:version:name:role:roles:specialty:email:hours:timeOff:isActive:),
        field("id", \.id, .staffID), field("version", \.version, .version),
        field("name", \.details.name, .name().described("The full name.")),
        field(
            "role", \.role,
            Codec<StaffRole>.stringEnum.described("Deprecated: read `roles`. The first of them.").deprecated),
        field(
            "roles", \.roles,
            .array(.stringEnum, 0...StaffRole.allCases.count).described(
                "The roles in the clinic; at least one."), default: []),
        optionalField(
            "specialty", \.details.specialty,
            .name(max: 100).described("The doctor's specialty; absent if none was entered.")),
        optionalField(
            "email", \.details.email,
            .personal(.contact, .email).described(
                "The e-mail address at which the clinic reaches them; absent if none is known.")),
        optionalField(
            "hours", \.details.hours,
            WeeklyHours.codec.described("The hours of an ordinary week; absent: the clinic's opening hours.")),
        field("time_off", \.timeOff, .array(TimeOff.codec).described("When they are away.")),
        field("active", \.isActive, .bool.described("Whether they work at the clinic; `false` once they have left."))
    ).alwaysWriting("roles").described("A member of staff.").named("StaffMember")

    private var role: StaffRole { details.roles.first }
    private var roles: [StaffRole] { details.roles.all }

    /// Makes the document of a member of staff.
    ///
    /// - Parameter roles: absent in a document of an older release.
    private static func make(
        id: ID<StaffMember>, version: Int64, name: String, role: StaffRole, roles: [StaffRole], specialty: String?,
        email: Personal<String>?, hours: WeeklyHours?, timeOff: [TimeOff], isActive: Bool
    ) -> StaffDocument {
        StaffDocument(
            id: id, version: version,
            details: StaffDetails(
                name: name, roles: StaffRoles(roles) ?? StaffRoles(role), specialty: specialty, email: email,
                hours: hours),
            timeOff: timeOff, isActive: isActive)
    }

    /// The rendering for other staff, who see an absence without its reason.
    var forColleagues: StaffDocument {
        var document = self
        document.timeOff = timeOff.map(\.unexplained)
        return document
    }
}
