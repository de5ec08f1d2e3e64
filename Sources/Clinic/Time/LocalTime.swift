/// A time on the clinic's wall clock in minutes. The latest time is `24:00`, which is the end of a day.
public struct LocalTime: Hashable, Comparable, Sendable {
    /// The number of minutes from midnight to this local time, 0…1440.
    public let minutes: Int

    public static let midnight = LocalTime(unchecked: 0)
    public static let endOfDay = LocalTime(unchecked: 1440)

    private init(unchecked minutes: Int) { self.minutes = minutes }

    /// Makes a local time from minutes since midnight; `nil` outside 0…1440.
    public init?(minutes: Int) {
        guard (0...1440).contains(minutes) else { return nil }
        self.minutes = minutes
    }

    /// Makes a local time from hour and minute; `nil` if there is no such time.
    public init?(hour: Int, minute: Int) {
        guard (0...24).contains(hour), (0...59).contains(minute) else { return nil }
        self.init(minutes: hour * 60 + minute)
    }

    public var hour: Int { minutes / 60 }
    public var minute: Int { minutes % 60 }

    /// Whether the time is a multiple of `step` minutes after midnight.
    public func isMultiple(ofMinutes step: Int) -> Bool { step > 0 && minutes % step == 0 }

    public static func < (left: LocalTime, right: LocalTime) -> Bool { left.minutes < right.minutes }
}

extension LocalTime: CustomStringConvertible {
    /// The local time as text, such as `09:30`.
    public var text: String { String(decoding: utf8, as: UTF8.self) }

    var utf8: [UInt8] {
        [minutes / 600, minutes / 60 % 10, 10, minutes % 60 / 10, minutes % 10].map { UInt8(ascii: "0") + UInt8($0) }
    }

    public var description: String { text }

    /// Reads a local time of the form `09:30`; other forms are refused.
    public init?(_ text: some StringProtocol) { self.init(utf8: Array(text.utf8)[...]) }

    init?(utf8: ArraySlice<UInt8>) {
        // In the text of a local time, each character becomes its ASCII code minus the code of `0`. The colon follows
        // `9` in ASCII, so it becomes 10.
        let digits = utf8.map { Int($0) - 48 }
        guard digits.count == 5, digits[2] == 10 else { return nil }
        guard [digits[0], digits[1], digits[3], digits[4]].allSatisfy({ (0...9).contains($0) }) else { return nil }
        self.init(hour: digits[0] * 10 + digits[1], minute: digits[3] * 10 + digits[4])
    }
}

/// An interval of local time on one day. It includes `start` and excludes `end`.
public struct LocalInterval: Hashable, Sendable {
    public let start: LocalTime
    public let end: LocalTime

    /// Makes an interval of local time; `nil` if it does not start before it ends.
    public init?(_ start: LocalTime, _ end: LocalTime) {
        guard start < end else { return nil }
        self.start = start
        self.end = end
    }

    /// The interval of a whole day, from midnight to midnight.
    init(wholeDay: Void) {
        start = .midnight
        end = .endOfDay
    }

    public func contains(_ other: LocalInterval) -> Bool { start <= other.start && other.end <= end }
    public func overlaps(_ other: LocalInterval) -> Bool { start < other.end && other.start < end }

    /// The time that two intervals share; `nil` if they share none.
    public func intersection(_ other: LocalInterval) -> LocalInterval? {
        LocalInterval(max(start, other.start), min(end, other.end))
    }
}
