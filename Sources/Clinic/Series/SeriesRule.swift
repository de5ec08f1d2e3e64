public import EventSourcing
public import JSON

/// The rule of a series: the time from one visit to the next, and the number of visits or their last day.
public struct SeriesRule: Hashable, Sendable {
    /// The unit in which the time from one visit of a series to the next is counted.
    public enum Unit: String, Hashable, Sendable, CaseIterable { case days, weeks, months }

    /// The end of a series of visits: a number of visits, or a last day.
    public enum End: Hashable, Sendable {
        case count(Int)
        /// The last day on which a visit of the series can be.
        case until(CivilDate)
    }

    /// The number of days, weeks or months from one visit of the series to the next.
    public let every: Int
    public let unit: Unit
    public let end: End

    public init(every: Int, _ unit: Unit, _ end: End) {
        self.every = every
        self.unit = unit
        self.end = end
    }

    /// The maximum number of visits in a series: one a week for a year.
    public static let mostVisits = 52
    static let mostUnits = 90

    /// The days of a series' visits, at most `mostVisits`. A month that is too short for the first visit's day has the
    /// visit on its last day.
    public func dates(from first: CivilDate) -> [CivilDate] {
        var dates: [CivilDate] = []
        for index in 0..<SeriesRule.mostVisits {
            let date =
                switch unit {
                case .days: first.adding(days: index * every)
                case .weeks: first.adding(days: index * every * 7)
                case .months: first.adding(months: index * every)
                }
            switch end {
            case .count(let count): if index >= count { return dates }
            case .until(let last): if date > last { return dates }
            }
            dates.append(date)
        }
        return dates
    }

    /// The least number of days between two visits of the series. If all visits move by fewer days, each visit stays
    /// between the former days of the visits before and after it.
    var leastGapDays: Int {
        switch unit {
        case .days: every
        case .weeks: every * 7
        case .months: every * 28
        }
    }
}

extension CivilDate {
    /// The date with the same day of a later month, or the last day of that month if it has no such day.
    func adding(months: Int) -> CivilDate {
        let index = year * 12 + month - 1 + months
        for day in stride(from: components.day, through: 28, by: -1) {
            if let date = CivilDate(year: index / 12, month: index % 12 + 1, day: day) { return date }
        }
        return CivilDate(year: index / 12, month: index % 12 + 1, day: components.day) ?? self
    }
}

extension SeriesRule {
    public static let codec = object(
        SeriesRule.checked(every:unit:count:until:),
        field(
            "every", \.every, .int(1...mostUnits).described("The number of units from one visit to the next.")),
        field(
            "unit", \.unit, .stringEnum.described("The unit: `days`, `weeks` or `months`, by the clinic's calendar.")),
        optionalField(
            "count", \.count, .int(1...mostVisits).described("The number of visits; either this or `until`.")),
        optionalField(
            "until", \.until,
            .date.described("The last possible day (inclusive); at most \(mostVisits) visits. Either this or `count`."))
    ).described("How often the visits of a series come.").named("SeriesRule")

    private var count: Int? { if case .count(let count) = end { count } else { nil } }
    private var until: CivilDate? { if case .until(let date) = end { date } else { nil } }

    private static func checked(
        every: Int, unit: Unit, count: Int?, until: CivilDate?
    ) throws(CheckFailure) -> SeriesRule {
        switch (count, until) {
        case (let count?, nil): SeriesRule(every: every, unit, .count(count))
        case (nil, let until?): SeriesRule(every: every, unit, .until(until))
        default: throw CheckFailure("bad_rule", "either count or until")
        }
    }
}
