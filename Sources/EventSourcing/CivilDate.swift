/// A day of the proleptic Gregorian calendar without a time zone.
public struct CivilDate: Hashable, Comparable, Sendable {
    /// The number of days since 1970-01-01; negative for earlier dates.
    public let daysSince1970: Int

    /// Creates a date from the days since 1970-01-01. A day outside of the years 0000 to 9999 becomes the first or the
    /// last day of these years, so that every date has a four-digit year and can be read again.
    public init(daysSince1970: Int) { self.daysSince1970 = min(max(daysSince1970, -719_528), 2_932_896) }

    /// A day from year, month and day; `nil` if the calendar has no such day.
    public init?(year: Int, month: Int, day: Int) {
        guard (0...9999).contains(year), (1...12).contains(month), day >= 1,
            day <= CivilDate.length(ofMonth: month, year: year)
        else { return nil }
        // In this computation a year begins in March, so that a leap day is the last day of its year. An era is a cycle
        // of 400 years.
        let shifted = month > 2 ? year : year - 1
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        self.init(daysSince1970: era * 146_097 + dayOfEra - 719_468)
    }

    public var components: (year: Int, month: Int, day: Int) {
        let shifted = daysSince1970 + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
    }

    public var year: Int { components.year }
    public var month: Int { components.month }
    public var day: Int { components.day }

    /// The ISO 8601 weekday: Monday is 1, Sunday is 7.
    public var weekday: Int {
        let sinceMonday = (daysSince1970 + 3) % 7
        return (sinceMonday >= 0 ? sinceMonday : sinceMonday + 7) + 1
    }

    /// January 1 of the date's year.
    public var firstOfYear: CivilDate { CivilDate(year: year, month: 1, day: 1) ?? self }

    public func adding(days: Int) -> CivilDate { CivilDate(daysSince1970: daysSince1970 + days) }

    public static func < (left: CivilDate, right: CivilDate) -> Bool { left.daysSince1970 < right.daysSince1970 }

    private static func length(ofMonth month: Int, year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

extension CivilDate: CustomStringConvertible {
    /// The date as text: `2026-11-23` (RFC 3339 `full-date`).
    public var iso8601: String {
        var text = DigitWriter(capacity: 10)
        text.date(self)
        return String(decoding: text.bytes, as: UTF8.self)
    }

    public var description: String { iso8601 }

    /// Reads a date of the form `2026-11-23`; `nil` for any other text.
    public init?(iso8601 text: some StringProtocol) { self.init(iso8601: Array(text.utf8)[...]) }

    /// Reads a date of the form `2026-11-23` from UTF-8.
    public init?(iso8601 utf8: ArraySlice<UInt8>) {
        var reader = DigitReader(utf8)
        guard let date = reader.date(), reader.isAtEnd else { return nil }
        self = date
    }
}
