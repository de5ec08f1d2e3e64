import EventSourcing
public import Identifiers
public import JSON

/// A rule about hours that differ from an ordinary week on some dates: other hours, extra hours, or none. Two rules,
/// each for every second week, make weeks alternate.
public struct SpecialHours: Hashable, Sendable {
    public let id: ID<SpecialHours>
    public let days: DateRange
    /// The ISO weekdays on which the special hours apply; `nil` for all.
    public let weekdays: [Int]?
    /// The number of weeks from one week in which the special hours apply to the next such week: 1 for every week. The
    /// first such week is that of the special hours' first day.
    public let everyWeeks: Int
    public let effect: HoursEffect
    /// The shifts that begin on each day of the special hours, by time; none if `effect` is `closed`.
    public let shifts: [Shift]
    public let reason: String?

    /// Creates special hours; `nil` if hours with the effect `closed` have shifts, if hours with another effect have
    /// none, or if shifts overlap.
    public init?(
        id: ID<SpecialHours>, days: DateRange, weekdays: [Int]? = nil, everyWeeks: Int = 1, effect: HoursEffect,
        shifts: [Shift] = [], reason: String? = nil
    ) {
        let shifts = shifts.sorted { $0.start < $1.start }
        let areApart = zip(shifts, shifts.dropFirst()).allSatisfy { !$0.crossesMidnight && $0.end <= $1.start }
        guard (effect == .closed) == shifts.isEmpty, areApart, everyWeeks > 0 else { return nil }
        self.id = id
        self.days = days
        self.weekdays = weekdays
        self.everyWeeks = everyWeeks
        self.effect = effect
        self.shifts = shifts
        self.reason = reason
    }

    /// A copy of the special hours with another id.
    func with(_ id: ID<SpecialHours>) -> SpecialHours { SpecialHours(self, id) }

    private init(_ hours: SpecialHours, _ id: ID<SpecialHours>) {
        self.id = id
        days = hours.days
        weekdays = hours.weekdays
        everyWeeks = hours.everyWeeks
        effect = hours.effect
        shifts = hours.shifts
        reason = hours.reason
    }

    /// The days whose hours the special hours can change: also the day after the last, since a shift of the last day
    /// may go on after midnight.
    var affectedDays: DateRange? { DateRange(days.first, days.last.adding(days: 1)) }

    /// Whether the special hours change the shifts that begin on a date.
    func applies(on date: CivilDate) -> Bool {
        guard days.contains(date), weekdays?.contains(date.weekday) ?? true else { return false }
        return (date.monday.daysSince1970 - days.first.monday.daysSince1970) / 7 % everyWeeks == 0
    }
}

/// The effect of special hours on the hours of an ordinary week.
public enum HoursEffect: String, Hashable, Sendable, CaseIterable {
    case closed
    case other
    case extra
}

/// A member of staff's or the clinic's stretch of work, which begins on one day and may end on the next.
public struct Shift: Hashable, Sendable {
    public let start: LocalTime
    /// The end of a shift, which is excluded. If it is not after the shift's start, it is a time of the next day.
    public let end: LocalTime

    public init(_ start: LocalTime, _ end: LocalTime) {
        self.start = start
        self.end = end
    }

    public var crossesMidnight: Bool { end <= start }

    /// The part of a shift that lies on the day on which the shift begins.
    var firstPart: LocalInterval? { LocalInterval(start, crossesMidnight ? .endOfDay : end) }
    /// The part of a shift on the day after its beginning; `nil` if the shift ends by midnight.
    var nextPart: LocalInterval? { crossesMidnight ? LocalInterval(.midnight, end) : nil }
}

extension CivilDate {
    /// The Monday of the week that contains the date.
    var monday: CivilDate { adding(days: 1 - weekday) }
}

extension Shift {
    public static let codec = object(
        Shift.checked(start:end:),
        field("start", \.start, .localTime.described("When work begins, by the clinic's wall clock, such as `08:00`.")),
        field(
            "end", \.end,
            .localTime.described(
                """
                When work ends (exclusive), by the clinic's wall clock. An end that is not after the start is on the next \
                day: `20:00` to `02:00`.
                """))
    ).described("A stretch of work, which may go on after midnight.").named("Shift")

    private static func checked(start: LocalTime, end: LocalTime) throws(CheckFailure) -> Shift {
        guard [start, end].allSatisfy({ $0.isMultiple(ofMinutes: DayHours.atom) }), start != .endOfDay else {
            throw CheckFailure("bad_hours", "times on the five-minute grid")
        }
        return Shift(start, end)
    }
}

extension SpecialHours {
    public static let codec = object(
        SpecialHours.checked(id:first:last:weekdays:everyWeeks:effect:shifts:reason:),
        field("id", \.id, .id()), field("first_day", \.days.first, .date), field("last_day", \.days.last, .date),
        optionalField("weekdays", \.weekdays, .array(.int(1...7), 1...7)),
        field("every_weeks", \.everyWeeks, .int(1...SpecialHours.mostWeeks), default: 1),
        field("effect", \.effect, .stringEnum),
        field("shifts", \.shifts, .array(Shift.codec, 0...SpecialHours.mostShifts), default: []),
        optionalField("reason", \.reason, .name()))

    static let mostWeeks = 8
    static let mostShifts = 10

    static func checked(
        id: ID<SpecialHours>, first: CivilDate, last: CivilDate, weekdays: [Int]?, everyWeeks: Int, effect: HoursEffect,
        shifts: [Shift], reason: String?
    ) throws(CheckFailure) -> SpecialHours {
        let days = try DateRange.checked(first, last)
        guard
            let hours = SpecialHours(
                id: id, days: days, weekdays: weekdays, everyWeeks: everyWeeks, effect: effect, shifts: shifts,
                reason: reason)
        else {
            throw CheckFailure(
                "bad_hours", "`closed` has no shifts, `other` and `extra` have some that do not overlap")
        }
        return hours
    }
}
