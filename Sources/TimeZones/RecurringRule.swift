/// The rule by which a time zone's local time changes in every year after its zone file's last transition. The file's
/// footer has it as a POSIX TZ string such as `CET-1CEST,M3.5.0,M10.5.0/3` (RFC 9636 §3.3.1).
struct RecurringRule: Hashable, Sendable {
    /// The time zone's offset in standard time: seconds ahead of UTC.
    let standard: Int64
    private let summer: Summer?

    private struct Summer: Hashable {
        let offset: Int64
        let begins: YearDay
        let ends: YearDay
    }

    /// The last year for which the rule's changes of local time are computed. After the last change in that year, the
    /// zone's offset stays the same.
    static let lastYear = 2200
    static let firstYear = 1900

    /// Parses the recurring rule in a zone file's footer.
    ///
    /// - Parameter allowsExtendedHours: whether local time may change at hours from -167 to 167, as in zone files of
    ///   version 3 and 4.
    init(_ text: ArraySlice<UInt8>, allowsExtendedHours: Bool) throws(MalformedZone) {
        var reader = RuleReader(text)
        try reader.name()
        standard = -(try reader.time(hours: 24))
        guard !reader.isAtEnd else {
            summer = nil
            return
        }
        try reader.name()
        let offset = reader.next == UInt8(ascii: ",") ? standard + 3600 : -(try reader.time(hours: 24))
        let hours = allowsExtendedHours ? 167 : 24
        let begins = try reader.yearDay(hours: hours, mayBeNegative: allowsExtendedHours)
        let ends = try reader.yearDay(hours: hours, mayBeNegative: allowsExtendedHours)
        guard reader.isAtEnd else { throw MalformedZone("a footer with something after its rule") }
        summer = Summer(offset: offset, begins: begins, ends: ends)
    }

    /// The changes of local time that the recurring rule gives after `second` (an instant in seconds since 1970),
    /// through the year `lastYear`.
    func changes(after second: Int64) -> [Zone.Period] {
        // The changes of local time are computed from the year before that of `second` on, since a change may be some
        // days after the end of its year.
        let first = max(RecurringRule.firstYear, RecurringRule.year(of: max(second, -4_000_000_000)) - 1)
        guard first <= RecurringRule.lastYear else { return [] }
        return all(from: first, to: RecurringRule.lastYear).filter { $0.start > second }
    }

    /// The offset of local time that the recurring rule gives at an instant, in seconds since 1970.
    func offset(at second: Int64) -> Int64 {
        let year = RecurringRule.year(of: second)
        return all(from: year - 1, to: year + 1).last { $0.start <= second }?.offset ?? standard
    }

    /// All changes of local time that the rule gives for the given years, in order. If summer time ends at the instant
    /// at which the next year's summer time begins, that end is left out.
    private func all(from first: Int, to last: Int) -> [Zone.Period] {
        guard let summer else { return [] }
        var changes: [Zone.Period] = []
        for year in first...last {
            changes.append(Zone.Period(start: summer.ends.second(in: year) - summer.offset, offset: standard))
            changes.append(Zone.Period(start: summer.begins.second(in: year) - standard, offset: summer.offset))
        }
        changes.sort { ($0.start, $0.offset == summer.offset ? 1 : 0) < ($1.start, $1.offset == summer.offset ? 1 : 0) }
        return changes.indices.filter { $0 + 1 == changes.count || changes[$0 + 1].start != changes[$0].start }
            .map { changes[$0] }
    }

    private static func year(of second: Int64) -> Int {
        var year = 1970 + Int(second / 31_556_952)
        while YearDay.days(before: year) * 86_400 > second { year -= 1 }
        while YearDay.days(before: year + 1) * 86_400 <= second { year += 1 }
        return year
    }
}

/// A moment that recurs each year in local time: a day, and a number of seconds after its midnight.
struct YearDay: Hashable, Sendable {
    enum Day: Hashable, Sendable {
        /// The day of the year from 1 to 365; February 29 is never counted.
        case julian(Int)
        /// The day of the year from 0 to 365; February 29 is counted in leap years.
        case zeroBased(Int)
        /// The `week`th occurrence of a weekday (Sunday is 0) in a month; 5 is the last.
        case weekday(month: Int, week: Int, day: Int)
    }

    let day: Day
    let time: Int64

    /// The time in one year of this recurring moment, in seconds of local time since 1970-01-01.
    func second(in year: Int) -> Int64 { (YearDay.days(before: year) + dayOfYear(year)) * 86_400 + time }

    private func dayOfYear(_ year: Int) -> Int64 {
        let isLeap = YearDay.isLeap(year)
        switch day {
        case .julian(let number): return Int64(number - 1 + (isLeap && number > 59 ? 1 : 0))
        case .zeroBased(let number): return Int64(number)
        case .weekday(let month, let week, let wanted):
            let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
            let before = lengths[..<(month - 1)].reduce(0, +)
            let first = YearDay.days(before: year) + Int64(before)
            // The weekday of the month's first day. 1970-01-01 was a Thursday, so day 0 has weekday 4.
            let weekday = Int(((first + 4) % 7 + 7) % 7)
            var day = (wanted - weekday + 7) % 7 + (week - 1) * 7
            if day >= lengths[month - 1] { day -= 7 }
            return Int64(before + day)
        }
    }

    /// The number of days from 1970-01-01 to January 1 of a year; negative for earlier years.
    static func days(before year: Int) -> Int64 {
        let past = Int64(year - 1)
        func quotient(_ divisor: Int64) -> Int64 { past >= 0 ? past / divisor : (past - divisor + 1) / divisor }
        return past * 365 + quotient(4) - quotient(100) + quotient(400) - 719_162
    }

    private static func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }
}
