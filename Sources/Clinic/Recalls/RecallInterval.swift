public import JSON

/// The time after which a patient should come again for a service, such as 6 months and 1 day.
public struct RecallInterval: Hashable, Sendable {
    public let months: Int
    public let days: Int

    /// Makes a recall interval; `nil` unless it has 0 to 60 months and 0 to 366 days, and is not empty.
    public init?(months: Int, days: Int) {
        guard (0...RecallInterval.mostMonths).contains(months), (0...RecallInterval.mostDays).contains(days),
            months + days > 0
        else { return nil }
        self.months = months
        self.days = days
    }

    static let mostMonths = 60
    static let mostDays = 366

    /// The least number of days that the recall interval can have: each of its months is counted as 28 days.
    var leastDays: Int { months * 28 + days }
}

extension RecallInterval {
    public static let codec = object(
        RecallInterval.checked(months:days:),
        field(
            "months", \.months,
            .int(0...mostMonths).described(
                "The number of calendar months. From the 31st it is counted to the last day of a shorter month."),
            default: 0),
        field("days", \.days, .int(0...mostDays).described("The number of days after these months."), default: 0)
    ).described("The time after which a patient should come again; at least a day.").named("RecallInterval")

    private static func checked(months: Int, days: Int) throws(CheckFailure) -> RecallInterval {
        guard let interval = RecallInterval(months: months, days: days) else {
            throw CheckFailure("bad_range", "months or days must be more than zero")
        }
        return interval
    }
}
