import Endpoints
public import EventSourcing
import JSON

/// The days whose figures are asked for, by the clinic's calendar, both inclusive.
public struct KPIPeriod: Hashable, Sendable {
    public let from: CivilDate
    public let to: CivilDate

    /// The longest period, in days: a leap year and a month before it, for comparison.
    static let longest = 397
    /// The length of a period whose beginning is not named, in days.
    private static let usual = 28

    /// - Throws: 400 for a period that is reversed or too long.
    init(from: CivilDate?, to: CivilDate?, today: CivilDate) throws(Problem) {
        self.to = to ?? today
        self.from = from ?? self.to.adding(days: 1 - Self.usual)
        guard self.from <= self.to else {
            throw .malformed(query: "from", code: "bad_range", detail: "must not be after to")
        }
        guard self.to.daysSince1970 - self.from.daysSince1970 < Self.longest else {
            throw .malformed(query: "from", code: "too_long", detail: "at most \(Self.longest) days before to")
        }
    }

    var days: [CivilDate] {
        (0...(to.daysSince1970 - from.daysSince1970)).map { from.adding(days: $0) }
    }
}

extension Input where Value == CivilDate? {
    static var kpiFrom: Input {
        .optionalQuery("from", .date.described("The first day, by the clinic's calendar; absent: 27 days before `to`."))
    }

    static var kpiTo: Input {
        .optionalQuery("to", .date.described("The last day, by the clinic's calendar; absent: today."))
    }
}
