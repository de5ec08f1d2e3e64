public import EventSourcing
public import JSON

/// The details of a member of staff, which can be changed. The name is not treated as a personal value, since patients
/// see it, and since it stays in the record of treatments.
public struct StaffDetails: Hashable, Sendable {
    public let name: String
    public let roles: StaffRoles
    public let specialty: String?
    public let email: Personal<String>?
    /// The weekly working hours of the member of staff; `nil` for the clinic's opening hours.
    public let hours: WeeklyHours?

    public init(
        name: String, roles: StaffRoles, specialty: String?, email: Personal<String>?, hours: WeeklyHours?
    ) {
        self.name = name
        self.roles = roles
        self.specialty = specialty
        self.email = email
        self.hours = hours
    }

    /// A copy of the details of a member of staff, without the e-mail address if it was erased.
    var unlessErased: StaffDetails { email == .erased ? unreachable : self }

    var unreachable: StaffDetails {
        StaffDetails(name: name, roles: roles, specialty: specialty, email: nil, hours: hours)
    }
}

extension StaffDetails {
    /// The JSON of the details of a member of staff, as it is stored in events.
    static let storedCodec = object(
        StaffDetails.init(name:roles:specialty:email:hours:), field("name", \.name, .name()),
        field("roles", \.roles, StaffRoles.codec),
        optionalField("specialty", \.specialty, .name(max: 100)),
        optionalField("email", \.email, .personal(.contact, .email)), optionalField("hours", \.hours, WeeklyHours.codec)
    )

    /// The JSON of the details of a member of staff, as clients send it.
    public static let codec = object(
        StaffDetails.sent(name:sentRoles:sentRole:specialty:email:hours:),
        field("name", \.name, .name().described("The full name.")),
        optionalField(
            "roles", \.sentRoles,
            StaffRoles.codec.described("The roles in the clinic, at least one. Required unless `role` is sent.")),
        optionalField(
            "role", \.sentRole,
            Codec<StaffRole>.stringEnum.described("Deprecated: send `roles`. Stands for the only role.").deprecated),
        optionalField(
            "specialty", \.specialty,
            .name(max: 100).described("The doctor's specialty; absent if none was entered.")),
        optionalField(
            "email", \.email,
            .personal(.contact, .email).described("The e-mail address at which the clinic reaches them.")),
        optionalField(
            "hours", \.hours,
            WeeklyHours.codec.described("The hours of an ordinary week; absent: the clinic's opening hours."))
    ).described("A member of staff, as admins enter them.")

    private var sentRoles: StaffRoles? { roles }
    private var sentRole: StaffRole? { nil }

    private static func sent(
        name: String, sentRoles: StaffRoles?, sentRole: StaffRole?, specialty: String?, email: Personal<String>?,
        hours: WeeklyHours?
    ) throws(CheckFailure) -> StaffDetails {
        guard let known = sentRoles ?? sentRole.map({ StaffRoles($0) }) else {
            throw CheckFailure("missing", "roles must be there")
        }
        // A request may contain both `role` and `roles`, since answers contain both, and an app may send back an
        // answer.
        if let sentRole, !known.contains(sentRole) { throw CheckFailure("contradiction", "role must be one of roles") }
        return StaffDetails(name: name, roles: known, specialty: specialty, email: email, hours: hours)
    }
}
