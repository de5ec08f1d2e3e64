public import EventSourcing

/// A local date and time without a zone: `2026-11-23T09:30`.
public struct LocalDateTime: Hashable, Comparable, Sendable {
    public let date: CivilDate
    /// The time of day, from 00:00 to 23:59. The initializer converts 24:00 to 00:00 of the next day.
    public let time: LocalTime

    public init(_ date: CivilDate, _ time: LocalTime) {
        self.date = time == .endOfDay ? date.adding(days: 1) : date
        self.time = time == .endOfDay ? .midnight : time
    }

    public static func < (left: LocalDateTime, right: LocalDateTime) -> Bool {
        left.date == right.date ? left.time < right.time : left.date < right.date
    }
}

extension LocalDateTime: CustomStringConvertible {
    public var text: String { "\(date)T\(time)" }
    public var description: String { text }

    /// Reads a local date and time of the form `2026-11-23T09:30`; other forms are refused.
    public init?(_ text: some StringProtocol) { self.init(utf8: Array(text.utf8)[...]) }

    init?(utf8: ArraySlice<UInt8>) {
        let parts = utf8.split(separator: UInt8(ascii: "T"), omittingEmptySubsequences: false)
        guard parts.count == 2, let date = CivilDate(iso8601: parts[0]), let time = LocalTime(utf8: parts[1]) else {
            return nil
        }
        self.init(date, time)
    }
}
