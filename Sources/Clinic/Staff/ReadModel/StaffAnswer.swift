import EventSourcing
import Identifiers
import JSON

/// The JSON of a member of staff in an answer to the clinic's staff.
struct StaffAnswer: Sendable {
    let id: ID<StaffMember>
    let version: Int64
    let name: String
    let role: StaffRole
    let roles: [StaffRole]
    let specialty: String?
    let email: Personal<String>?
    let hours: WeeklyHours?
    let timeOff: [Absence]
    let specialHours: [SpecialHoursAnswer]
    let isActive: Bool
    /// The member's appointments to come that cannot take place as booked; it is `nil` except in answers to changed
    /// details, new time off, new special hours and a deactivation.
    let affected: AffectedSummary?

    /// An absence of the member of staff. The absence has the version of the member of staff.
    struct Absence: Sendable {
        let id: ID<TimeOff>
        let version: Int64
        let start: LocalDateTime
        let end: LocalDateTime
        let reason: Personal<String>?
    }
}

extension StaffAnswer {
    static let codec = object(
        StaffAnswer.init(id:version:name:role:roles:specialty:email:hours:timeOff:specialHours:isActive:affected:),
        field("id", \.id, .staffID),
        field("version", \.version, .version),
        field("name", \.name, .name().described("The full name.")),
        field(
            "role", \.role,
            Codec<StaffRole>.stringEnum.described("Deprecated: read `roles`. The first of them.").deprecated),
        field(
            "roles", \.roles,
            .array(.stringEnum, 0...StaffRole.allCases.count).described("The roles in the clinic; at least one.")),
        optionalField(
            "specialty", \.specialty,
            .name(max: 100).described("The doctor's specialty; absent if none was entered.")),
        optionalField(
            "email", \.email,
            .personal(.contact, .email).described(
                "The e-mail address at which the clinic reaches them; absent if none is known.")),
        optionalField(
            "hours", \.hours,
            WeeklyHours.codec.described("The hours of an ordinary week; absent: the clinic's opening hours.")),
        field("time_off", \.timeOff, .array(Absence.codec).described("When they are away.")),
        field("special_hours", \.specialHours, .specialHours),
        field("active", \.isActive, .bool.described("Whether they work at the clinic; `false` once they have left.")),
        optionalField("affected_appointments", \.affected, AffectedSummary.member)
    ).described("A member of staff.").named("StaffMember")

    init(_ document: StaffDocument, affected: AffectedSummary? = nil) {
        let details = document.details
        self.init(
            id: document.id, version: document.version, name: details.name, role: details.roles.first,
            roles: details.roles.all, specialty: details.specialty, email: details.email, hours: details.hours,
            timeOff: document.timeOff.map { Absence($0, version: document.version) },
            specialHours: (document.specialHours ?? []).map { SpecialHoursAnswer($0, version: document.version) },
            isActive: document.isActive, affected: affected)
    }
}

extension StaffAnswer.Absence {
    static let codec = object(
        StaffAnswer.Absence.init(id:version:start:end:reason:),
        field("id", \.id, .timeOffID),
        field("version", \.version, .versionOfPart),
        field("start", \.start, .localDateTime.described("When it begins, by the clinic's wall clock.")),
        field("end", \.end, .localDateTime.described("When it ends (exclusive), by the clinic's wall clock.")),
        optionalField(
            "reason", \.reason, .personal(.contact, .name()).described("Why they are away; only admins see it."))
    ).described("A time in which a member of staff is away.").named("TimeOff")

    init(_ timeOff: TimeOff, version: Int64) {
        self.init(
            id: timeOff.id, version: version, start: timeOff.start, end: timeOff.end, reason: timeOff.reason)
    }
}

extension DocumentAnswer {
    /// The answer to a command that changes a member of staff: the member, and the member's appointments to come that
    /// cannot take place as booked.
    ///
    /// - Parameter days: the days that the change is about; `nil` for `AffectedAppointments.maximumDays` days from
    ///   today.
    static func staff(
        _ id: ID<StaffMember>, in clinic: UUIDBytes, affecting days: DateRange? = nil, location: String? = nil
    ) -> DocumentAnswer {
        staff(id, location: location).with(
            .affected(in: clinic, days: days, doctor: id, of: StaffMembers.codec, as: StaffAnswer.codec) {
                StaffAnswer($0, affected: $1)
            })
    }
}
