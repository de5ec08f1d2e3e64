import EventSourcing
import Identifiers
public import JSON

extension StaffDetails {
    /// The JSON of a person's details as it is stored in events.
    static let storedCodec = object(
        StaffDetails.init, field("name", \.name, .name()), field("roles", \.roles, StaffRoles.codec),
        optionalField("specialty", \.specialty, .name(max: 100)),
        optionalField("email", \.email, .personal(.contact, .email)), optionalField("hours", \.hours, WeeklyHours.codec)
    )

    /// The JSON of a person's details as clients send it.
    public static let codec = object(
        StaffDetails.sent, field("name", \.name, .name().described("The full name.")),
        optionalField(
            "roles", \.sentRoles, StaffRoles.codec.described("The roles in the clinic; at least one.")),
        optionalField(
            "role", \.noRole,
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
    private var noRole: StaffRole? { nil }

    private static func sent(
        name: String, roles: StaffRoles?, role: StaffRole?, specialty: String?, email: Personal<String>?,
        hours: WeeklyHours?
    ) throws(CheckFailure) -> StaffDetails {
        guard let known = roles ?? role.map({ StaffRoles($0) }) else {
            throw CheckFailure("missing", "roles must be there")
        }
        // An app that sends back a document it received sends both.
        if let role, !known.contains(role) { throw CheckFailure("contradiction", "role must be one of roles") }
        return StaffDetails(name: name, roles: known, specialty: specialty, email: email, hours: hours)
    }
}

extension TimeOff {
    public static let codec = object(
        TimeOff.checked, field("id", \.id, .timeOffID),
        field("start", \.start, .localDateTime.described("When it begins, by the clinic's wall clock.")),
        field("end", \.end, .localDateTime.described("When it ends (exclusive), by the clinic's wall clock.")),
        optionalField(
            "reason", \.reason, .personal(.contact, .name()).described("Why they are away; only admins see it."))
    ).described("A time in which a member of staff is away.").named("TimeOff")

    static func checked(
        id: ID<TimeOff>, start: LocalDateTime, end: LocalDateTime, reason: Personal<String>?
    ) throws(CheckFailure) -> TimeOff {
        guard let timeOff = TimeOff(id: id, start: start, end: end, reason: reason) else {
            throw CheckFailure("bad_range", "must end after its start")
        }
        return timeOff
    }
}
