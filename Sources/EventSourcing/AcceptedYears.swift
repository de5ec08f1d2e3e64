public import JSON

/// The years that the server accepts in dates and times from clients. They include every patient's date of birth and
/// every planned date. Arithmetic on such dates stays far within the years 0000 to 9999 that events can hold.
public enum AcceptedYears {
    public static let first = 1900
    public static let last = 2199

    public static let dates = date(first, 1, 1)...date(last, 12, 31)
    /// The accepted instants: those of the accepted years in UTC.
    public static let instants = start(of: dates.lowerBound)...start(of: dates.upperBound).adding(seconds: 86_399)

    /// The first and the last accepted date as text, for schemas and rejections.
    static let text = "\(dates.lowerBound) to \(dates.upperBound)"

    private static func date(_ year: Int, _ month: Int, _ day: Int) -> CivilDate {
        CivilDate(year: year, month: month, day: day) ?? CivilDate(daysSince1970: 0)
    }

    private static func start(of date: CivilDate) -> Instant {
        Instant(secondsSince1970: Int64(date.daysSince1970) * 86_400)
    }
}

extension Codec {
    /// Returns this codec with a check: a value outside of the accepted years is refused when a client sends it. Stored
    /// events and documents with such a value can still be read.
    public func inAcceptedYears(_ isAccepted: @escaping @Sendable (Value) -> Bool) -> Codec {
        acceptingFromClients(
            code: "out_of_range", detail: "must be within \(AcceptedYears.text)",
            bounds: "Within \(AcceptedYears.text).", isAccepted)
    }
}
