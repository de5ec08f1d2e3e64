public import EventSourcing
public import JSON

// The JSON of times and dates in events, documents and requests.

extension Codec where Value == Instant {
    /// A codec for an instant, such as `2026-11-23T09:00:00Z`, with any offset from UTC (RFC 3339).
    public static var instant: Codec { .rfc3339 }
}

extension Codec where Value == CivilDate {
    /// A codec for a date, such as `2026-11-23`.
    public static var date: Codec {
        .ascii(
            Schema(.string).with { $0.format = "date" }, detail: "must be a date like 2026-11-23",
            read: { CivilDate(iso8601: $0) }, append: { $1 += Array($0.iso8601.utf8) }
        ).inAcceptedYears { AcceptedYears.dates.contains($0) }
    }
}

extension Codec where Value == LocalTime {
    /// A codec for a local time, such as `09:30`; `24:00` is the end of the day.
    public static var localTime: Codec {
        .ascii(
            Schema(.string).with { $0.pattern = "^(([01][0-9]|2[0-3]):[0-5][0-9]|24:00)$" },
            detail: "must be a time like 09:30", read: { LocalTime(utf8: $0) }, append: { $1 += $0.utf8 })
    }
}

extension Codec where Value == LocalDateTime {
    /// A codec for a local date and time by the clinic's wall clock, such as `2026-11-23T09:30`.
    public static var localDateTime: Codec {
        .ascii(
            Schema(.string).with {
                $0.pattern = "^[0-9]{4}-[0-9]{2}-[0-9]{2}T(([01][0-9]|2[0-3]):[0-5][0-9]|24:00)$"
            },
            detail: "must be a local date and time like 2026-11-23T09:30", read: { LocalDateTime(utf8: $0) },
            append: { $1 += Array($0.text.utf8) }
        ).inAcceptedYears { LocalDateTime.accepted.contains($0) }
    }
}

extension LocalDateTime {
    /// The range of local times that the API accepts. It includes the whole last day of the accepted years.
    static let accepted =
        LocalDateTime(
            AcceptedYears.dates.lowerBound, .midnight)...LocalDateTime(
            AcceptedYears.dates.upperBound, .endOfDay)
}

extension ZoneName {
    public static let codec = Codec<String>.string(min: 3, max: 64).checked(
        code: "unknown_zone", detail: "must be an IANA time zone like Europe/Berlin", { ZoneName($0) }, { $0.text })
}

extension LocalInterval {
    public static let codec = object(
        LocalInterval.checked(start:end:),
        field("start", \.start, .localTime.described("When it begins, by the clinic's wall clock, such as `12:00`.")),
        field(
            "end", \.end,
            .localTime.described("When it ends (exclusive), by the clinic's wall clock; `24:00` is the end of the day.")
        )
    ).described("A stretch of a day, by the clinic's wall clock.").named("LocalInterval")

    private static func checked(start: LocalTime, end: LocalTime) throws(CheckFailure) -> LocalInterval {
        guard let interval = LocalInterval(start, end) else {
            throw CheckFailure("bad_range", "must end after its start")
        }
        return interval
    }
}

extension DateRange {
    static func checked(_ first: CivilDate, _ last: CivilDate) throws(CheckFailure) -> DateRange {
        guard let range = DateRange(first, last) else {
            throw CheckFailure("bad_range", "must not end before its start")
        }
        return range
    }
}
