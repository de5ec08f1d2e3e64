public import JSON

/// The years that dates and times from clients may be in. Nobody who visits a clinic was born before them, and no plan reaches
/// beyond them; arithmetic on such dates stays far within the years 0000 to 9999, which is what events can hold.
public enum AcceptedYears {
    public static let first = 1900
    public static let last = 2199

    public static let dates = date(first, 1, 1)...date(last, 12, 31)
    /// In UTC.
    public static let instants = start(of: dates.lowerBound)...start(of: dates.upperBound).adding(seconds: 86_399)

    /// As schemas and refusals say it.
    static let text = "\(dates.lowerBound) to \(dates.upperBound)"

    private static func date(_ year: Int, _ month: Int, _ day: Int) -> CivilDate {
        CivilDate(year: year, month: month, day: day) ?? CivilDate(daysSince1970: 0)
    }

    private static func start(of date: CivilDate) -> Instant {
        Instant(secondsSince1970: Int64(date.daysSince1970) * 86_400)
    }
}

extension Codec {
    /// The same JSON, refused where a client sends a value outside the accepted years. Events and documents that are stored are
    /// read all the same.
    public func inAcceptedYears(_ isAccepted: @escaping @Sendable (Value) -> Bool) -> Codec {
        acceptingFromClients(
            code: "out_of_range", detail: "must be within \(AcceptedYears.text)",
            bounds: "Within \(AcceptedYears.text).", isAccepted)
    }
}
