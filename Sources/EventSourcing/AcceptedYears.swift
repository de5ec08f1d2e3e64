public import JSON

/// The years that dates and times from clients may be in. They cover every patient's birth and every plan. Arithmetic
/// on such dates stays far within the years 0000 to 9999 that events can hold.
public enum AcceptedYears {
    public static let first = 1900
    public static let last = 2199

    public static let dates = date(first, 1, 1)...date(last, 12, 31)
    /// The accepted instants in UTC.
    public static let instants = start(of: dates.lowerBound)...start(of: dates.upperBound).adding(seconds: 86_399)

    /// The accepted dates as schemas and rejections write them.
    static let text = "\(dates.lowerBound) to \(dates.upperBound)"

    private static func date(_ year: Int, _ month: Int, _ day: Int) -> CivilDate {
        CivilDate(year: year, month: month, day: day) ?? CivilDate(daysSince1970: 0)
    }

    private static func start(of date: CivilDate) -> Instant {
        Instant(secondsSince1970: Int64(date.daysSince1970) * 86_400)
    }
}

extension Codec {
    /// The codec, but a value outside the accepted years is refused when a client sends it. Stored events and documents
    /// are still read.
    public func inAcceptedYears(_ isAccepted: @escaping @Sendable (Value) -> Bool) -> Codec {
        acceptingFromClients(
            code: "out_of_range", detail: "must be within \(AcceptedYears.text)",
            bounds: "Within \(AcceptedYears.text).", isAccepted)
    }
}
