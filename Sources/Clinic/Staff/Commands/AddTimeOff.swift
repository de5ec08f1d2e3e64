public import Endpoints
public import EventSourcing
public import Identifiers
import JSON

/// The command that adds an absence of a member of staff. Appointments in that time stay until somebody moves or
/// cancels them.
public struct AddTimeOff: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case noSuchMember
        case deactivated
        case tooMuchTimeOff
        /// The start or the end of the absence is a local time that the clocks skip.
        case noSuchLocalTime(LocalDateTime)

        public var problem: Problem {
            switch self {
            case .noSuchMember: .notFound
            case .deactivated: Problem(.staffDeactivated)
            case .tooMuchTimeOff:
                Problem(.limitReached, "At most \(AddTimeOff.limit) times off a person; remove those that are over.")
            case .noSuchLocalTime(let local): Problem(.noSuchLocalTime).with("local_time", local, .localDateTime)
            }
        }
    }

    public let member: ID<StaffMember>
    public let timeOff: TimeOff

    public init(_ member: ID<StaffMember>, _ timeOff: TimeOff) {
        self.member = member
        self.timeOff = timeOff
    }

    /// The maximum number of absences of one member of staff. More would be a mistake, and every booking reads all of
    /// them.
    static let limit = 500

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        let settings = model[.settings]
        guard let known = settings.staff[member] else { throw .noSuchMember }
        guard known.isActive else { throw .deactivated }
        guard !known.timeOff.contains(where: { $0.id == timeOff.id }) else { return [] }
        guard known.timeOff.count < AddTimeOff.limit else { throw .tooMuchTimeOff }
        for local in [timeOff.start, timeOff.end] where !settings.zone.has(local) { throw .noSuchLocalTime(local) }
        return [.staff(.timeOffAdded(TimeOffAdded(staff: member, timeOff: timeOff)))]
    }
}

extension ClinicZone {
    /// Whether a local time exists in the clinic's zone. Midnight is always accepted as the beginning of a whole day,
    /// even if the clocks skip it.
    func has(_ local: LocalDateTime) -> Bool { local.time == .midnight || instant(local) != nil }
}

/// The body of a new absence, as an admin sends it. Start and end are each a date or a local date and time.
struct TimeOffBody: Sendable {
    let start: LocalDateTime
    let end: LocalDateTime
    let reason: Personal<String>?

    static let codec = object(
        TimeOffBody.checked(start:end:reason:),
        field(
            "start", \.start,
            edge(.midnight).described(
                "When it begins, by the clinic's wall clock: a date (its midnight) or a date and time.")),
        field(
            "end", \.end,
            edge(.endOfDay).described(
                """
                When it ends, by the clinic's wall clock: a date (inclusive) or a date and time \
                (exclusive).
                """
            )),
        optionalField(
            "reason", \.reason, .personal(.contact, .name()).described("Why they are away; only admins see it."))
    ).described("The time off to add.").named("AddTimeOff")

    private static func checked(
        start: LocalDateTime, end: LocalDateTime, reason: Personal<String>?
    ) throws(CheckFailure) -> TimeOffBody {
        guard start < end else { throw CheckFailure("bad_range", "must end after its start") }
        return TimeOffBody(start: start, end: end, reason: reason)
    }

    /// The JSON of the start or the end of an absence: a date, or a local date and time.
    ///
    /// - Parameter time: the time of day that is used if the client sends only a date.
    static func edge(_ time: LocalTime) -> Codec<LocalDateTime> {
        .ascii(
            Schema(.string).with {
                $0.pattern = "^[0-9]{4}-[0-9]{2}-[0-9]{2}(T(([01][0-9]|2[0-3]):[0-5][0-9]|24:00))?$"
            },
            detail: "must be a date like 2026-11-23 or a local date and time like 2026-11-23T09:30",
            read: { bytes in
                CivilDate(iso8601: bytes).map { LocalDateTime($0, time) } ?? LocalDateTime(utf8: bytes)
            },
            append: { $1 += Array($0.text.utf8) }
        ).inAcceptedYears { local in
            // If the end of an absence is only a date, the absence ends at midnight after that day.
            LocalDateTime.accepted.contains(local) && (time == .midnight || LocalDateTime.accepted.lowerBound < local)
        }
    }
}

extension StaffAPI {
    static let addTimeOff = Endpoint<ClinicAction>(
        .post, "/api/v1/staff/{staff_id}/time-off", id: "addTimeOff", summary: "Add time off",
        details:
            """
            From a date or time to a date or time, by the clinic's wall clock; a date as `end` is included. \
            Nothing can be booked with them in this time. Appointments that exist stay: `affected_appointments` names them.
            """,
        tag: "Staff", for: AdminOnly.self, takes: .path("staff_id", .staffID), .body(TimeOffBody.codec),
        answers: [.created(StaffAnswer.codec, "The member of staff with the time off")],
        problems: [.notFound, .staffDeactivated, .noSuchLocalTime, .limitReached], idempotency: .accepted
    ) { caller, member, body throws(Problem) in
        .creation { newID throws(Problem) in
            guard let timeOff = TimeOff(id: newID(), start: body.start, end: body.end, reason: body.reason) else {
                throw .malformed(body: "/end", code: "bad_range", detail: "must come after the start")
            }
            return ClinicCommand(
                AddTimeOff(member, timeOff),
                answer: .staff(
                    member, in: caller.clinic, affecting: DateRange(body.start.date, body.end.date),
                    location: "/api/v1/staff/\(member)"))
        }
    }
}

extension Problem.Kind {
    public static let noSuchLocalTime = Problem.Kind(
        "no-such-local-time", 409, "The clocks skip this time when they go forward",
        means: """
            In the clinic's time zone the clocks go forward over `local_time` on that day, so that it does not \
            exist.
            """,
        remedy: "Choose a time before or after the hour that is skipped.",
        members: [
            .member(
                "local_time",
                Codec<LocalDateTime>.localDateTime.described(
                    "The time that does not exist, by the clinic's wall clock."),
                example: .exampleOfSkipped)
        ])
}
