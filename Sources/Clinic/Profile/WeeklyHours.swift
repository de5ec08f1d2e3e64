public import EventSourcing
public import JSON

/// The ordinary weekly hours of a clinic or of a member of staff.
public struct WeeklyHours: Hashable, Sendable {
    /// The hours by ISO weekday, Monday 1 to Sunday 7. A weekday without an entry has no hours.
    private let days: [Int: DayHours]

    /// The hours of the weekdays that have hours, in the order of the week.
    public var all: [DayHours] { (1...7).compactMap { days[$0] } }

    /// Weekly hours from a list of days; `nil` if the list has a weekday twice.
    public init?(_ all: [DayHours]) {
        days = Dictionary(all.map { ($0.weekday, $0) }, uniquingKeysWith: { first, _ in first })
        guard days.count == all.count else { return nil }
    }

    public static let none = WeeklyHours(days: [:])
    private init(days: [Int: DayHours]) { self.days = days }

    public func on(_ date: CivilDate) -> DayHours? { days[date.weekday] }
}

/// The hours of a clinic or of a member of staff on one weekday.
public struct DayHours: Hashable, Sendable {
    /// The number of minutes of which all times of weekly hours and breaks are multiples.
    public static let atom = 5

    /// The ISO 8601 weekday: Monday is 1, Sunday is 7.
    public let weekday: Int
    public let hours: LocalInterval
    /// The breaks within the weekday's hours, in order and without overlaps.
    public let breaks: [LocalInterval]

    /// The hours of a weekday. The result is `nil` if the weekday is invalid, if a time is off the five-minute grid, or
    /// if breaks overlap or lie outside the hours.
    public init?(weekday: Int, hours: LocalInterval, breaks: [LocalInterval] = []) {
        let breaks = breaks.sorted { $0.start < $1.start }
        guard
            (1...7).contains(weekday),
            ([hours] + breaks).allSatisfy({ $0.start.isMultiple(ofMinutes: DayHours.atom) }),
            ([hours] + breaks).allSatisfy({ $0.end.isMultiple(ofMinutes: DayHours.atom) }),
            breaks.allSatisfy(hours.contains),
            zip(breaks, breaks.dropFirst()).allSatisfy({ $0.end <= $1.start })
        else { return nil }
        self.weekday = weekday
        self.hours = hours
        self.breaks = breaks
    }

    /// The intervals in which a weekday's hours remain after its breaks are taken out.
    public var windows: [LocalInterval] {
        var windows: [LocalInterval] = []
        var start = hours.start
        for pause in breaks {
            if let window = LocalInterval(start, pause.start) { windows.append(window) }
            start = pause.end
        }
        if let window = LocalInterval(start, hours.end) { windows.append(window) }
        return windows
    }
}

extension WeeklyHours {
    /// The JSON of weekly hours: a list of the weekdays that have hours. The other weekdays are days off.
    public static let codec = Codec<[DayHours]>.array(DayHours.codec, 0...7)
        .checked(code: "duplicate_weekday", detail: "each weekday once", { WeeklyHours($0) }, { $0.all })
}

extension DayHours {
    public static let codec = object(
        DayHours.checked(weekday:start:end:breaks:),
        field("weekday", \.weekday, .int(1...7).described("The day of the week: Monday is 1, Sunday is 7.")),
        field(
            "opens", \.hours.start,
            .localTime.described("When work begins, by the clinic's wall clock, such as `08:00`.")),
        field(
            "closes", \.hours.end,
            .localTime.described(
                "When work ends (exclusive), by the clinic's wall clock; `24:00` is the end of the day.")),
        field(
            "breaks", \.breaks,
            .array(LocalInterval.codec, 0...10).described("Breaks in between, in which nothing is booked."), default: []
        )
    ).described("The hours of a day of the week.").named("DayHours")

    private static func checked(
        weekday: Int, start: LocalTime, end: LocalTime, breaks: [LocalInterval]
    ) throws(CheckFailure) -> DayHours {
        guard let hours = LocalInterval(start, end) else {
            throw CheckFailure("bad_range", "must close after it opens")
        }
        guard let day = DayHours(weekday: weekday, hours: hours, breaks: breaks) else {
            throw CheckFailure(
                "bad_hours", "times on the five-minute grid; breaks within the hours, apart from one another")
        }
        return day
    }
}
