public import Endpoints
public import EventSourcing
import JSON

/// The days of which figures are requested, by the clinic's calendar. The first and the last day are included.
public struct KPIPeriod: Hashable, Sendable {
    /// The first day of the period whose figures are requested.
    public let from: CivilDate
    /// The last day of the period whose figures are requested.
    public let to: CivilDate

    /// The maximum length in days of a period for which figures are requested: a leap year, and the month before it for
    /// comparison.
    static let longest = 397
    /// The length in days of a period whose first day the client does not send.
    fileprivate static let usual = 28

    /// Makes the period from the requested first and last day, with default values for those that are `nil`.
    ///
    /// - Throws: a problem with status 400 for a period that is reversed or too long.
    init(from: CivilDate?, to: CivilDate?, today: CivilDate) throws(Problem) {
        self.to = to ?? today
        self.from = from ?? self.to.adding(days: 1 - Self.usual)
        guard self.from <= self.to else {
            throw .malformed(query: "from", code: "bad_range", detail: "must not be after to")
        }
        guard self.to.daysSince1970 - self.from.daysSince1970 < Self.longest else {
            throw .malformed(query: "from", code: "too_long", detail: "at most \(Self.longest - 1) days before to")
        }
    }

    var days: [CivilDate] {
        (0...(to.daysSince1970 - from.daysSince1970)).map { from.adding(days: $0) }
    }

    /// The time from the beginning of the period's first day to the end of its last day, in the clinic's time zone.
    func bounds(in zone: ClinicZone) -> Range<Instant> {
        let start = zone.bounds(of: from).lowerBound
        return start..<max(start, zone.bounds(of: to).upperBound)
    }
}

extension Input where Value == CivilDate? {
    /// The first day of the period whose figures are requested; `nil` for 27 days before its last day.
    public static var kpiFrom: Input {
        .optionalQuery(
            "from",
            .date.described(
                """
                The first day, by the clinic's calendar, at most \(KPIPeriod.longest - 1) days before `to`; absent: \
                \(KPIPeriod.usual - 1) days before `to`.
                """))
    }

    /// The last day of the period whose figures are requested; `nil` for today.
    public static var kpiTo: Input {
        .optionalQuery("to", .date.described("The last day, by the clinic's calendar; absent: today."))
    }
}
