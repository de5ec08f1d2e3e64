import EventSourcing
import JSON

/// An absence as an admin sends it: each end is a date or a local date and time.
struct TimeOffBody: Sendable {
    let start: LocalDateTime
    let end: LocalDateTime
    let reason: Personal<String>?

    static let codec = object(
        TimeOffBody.checked,
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

    /// The JSON of an edge of an absence.
    ///
    /// - Parameter time: the time for a date without a time.
    private static func edge(_ time: LocalTime) -> Codec<LocalDateTime> {
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
            // An end given as a day means the next midnight.
            LocalDateTime.accepted.contains(local) && (time == .midnight || LocalDateTime.accepted.lowerBound < local)
        }
    }
}
