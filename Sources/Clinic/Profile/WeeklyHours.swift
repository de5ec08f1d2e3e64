public import EventSourcing

/// The ordinary weekly hours of a clinic or of a member of staff.
public struct WeeklyHours: Hashable, Sendable {
    /// The hours by ISO weekday, Monday 1 to Sunday 7. A day without an entry is free.
    private let days: [Int: DayHours]

    /// The days with hours, in the order of the week.
    public var all: [DayHours] { (1...7).compactMap { days[$0] } }

    /// Weekly hours from a list of days; `nil` if a weekday comes twice.
    public init?(_ all: [DayHours]) {
        days = Dictionary(all.map { ($0.weekday, $0) }, uniquingKeysWith: { first, _ in first })
        guard days.count == all.count else { return nil }
    }

    public static let none = WeeklyHours(days: [:])
    private init(days: [Int: DayHours]) { self.days = days }

    public func on(_ date: CivilDate) -> DayHours? { days[date.weekday] }
}

/// One weekday's hours.
public struct DayHours: Hashable, Sendable {
    /// The grid of opening times in minutes: times start and end on it.
    public static let atom = 5

    /// The ISO 8601 weekday: Monday is 1, Sunday is 7.
    public let weekday: Int
    public let hours: LocalInterval
    /// The breaks: within the hours, in order, without overlaps.
    public let breaks: [LocalInterval]

    /// The hours of a weekday; `nil` for an invalid weekday, times off the five-minute grid, and breaks that overlap or
    /// lie outside the hours.
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

    /// The intervals of the hours without the breaks.
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
