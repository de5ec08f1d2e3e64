public import EventSourcing

/// The ordinary weekly hours of a clinic or of a member of staff.
public struct WeeklyHours: Hashable, Sendable {
    /// By ISO weekday, Monday 1 to Sunday 7; a day without an entry is free.
    private let days: [Int: DayHours]

    /// In the order of the week.
    public var all: [DayHours] { (1...7).compactMap { days[$0] } }

    /// `nil` where a weekday comes twice.
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
    /// Times start and end on this grid.
    public static let atom = 5

    /// ISO 8601: Monday is 1, Sunday is 7.
    public let weekday: Int
    public let hours: LocalInterval
    /// Within the hours, in order, without overlaps.
    public let breaks: [LocalInterval]

    /// `nil` for an invalid weekday, times off the five-minute grid, breaks that overlap or lie outside the hours.
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

    /// The hours without the breaks.
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
