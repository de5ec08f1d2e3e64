/// A point in time in whole seconds since 1970-01-01T00:00:00Z, without leap seconds (POSIX time).
///
/// Clients read and write whole seconds (RFC 3339 `2026-11-23T09:00:00Z`), and the log stores whole seconds too.
public struct Instant: Hashable, Comparable, Sendable {
    public let secondsSince1970: Int64

    /// Creates an instant. One outside of the years 0001 to 9999 becomes the nearest one inside, so that every instant
    /// can be written and read again.
    public init(secondsSince1970: Int64) {
        self.secondsSince1970 = min(max(secondsSince1970, Instant.firstSecond), Instant.lastSecond)
    }

    public static func < (left: Instant, right: Instant) -> Bool { left.secondsSince1970 < right.secondsSince1970 }

    public func adding(seconds: Int64) -> Instant { Instant(secondsSince1970: secondsSince1970 &+ seconds) }
    public func adding(minutes: Int64) -> Instant { adding(seconds: minutes &* 60) }
    public func adding(hours: Int64) -> Instant { adding(seconds: hours &* 3600) }
    public func adding(days: Int64) -> Instant { adding(seconds: days &* 86_400) }

    /// The seconds from `earlier` to this instant; negative if this one is earlier.
    public func seconds(since earlier: Instant) -> Int64 { secondsSince1970 &- earlier.secondsSince1970 }

    /// The instants from the year 0001 to the year 9999, which RFC 3339 can write.
    public static let representable = Instant(secondsSince1970: firstSecond)...Instant(secondsSince1970: lastSecond)

    private static let firstSecond: Int64 = -62_135_596_800
    private static let lastSecond: Int64 = 253_402_300_799
}

extension Instant: CustomStringConvertible {
    /// The instant as text: `2026-11-23T09:00:00Z`.
    public var rfc3339: String { String(decoding: rfc3339Bytes, as: UTF8.self) }

    /// The instant as RFC 3339 text, like `rfc3339`, in 20 ASCII bytes.
    public var rfc3339Bytes: [UInt8] {
        let day = secondsSince1970.flooredQuotient(by: 86_400)
        let second = Int(secondsSince1970 - day * 86_400)
        var text = DigitWriter(capacity: 20)
        text.date(CivilDate(daysSince1970: Int(day)))
        text.byte(UInt8(ascii: "T"))
        text.digits(second / 3600, width: 2)
        text.byte(UInt8(ascii: ":"))
        text.digits(second / 60 % 60, width: 2)
        text.byte(UInt8(ascii: ":"))
        text.digits(second % 60, width: 2)
        text.byte(UInt8(ascii: "Z"))
        return text.bytes
    }

    public var description: String { rfc3339 }

    /// Reads a `date-time` of RFC 3339 §5.6. Any offset is accepted, a fraction of a second is dropped, and the leap
    /// second `:60` is refused.
    public init?(rfc3339 text: some StringProtocol) { self.init(rfc3339: Array(text.utf8)[...]) }

    /// Reads an RFC 3339 `date-time` from UTF-8.
    public init?(rfc3339 utf8: ArraySlice<UInt8>) {
        var reader = DigitReader(utf8)
        guard
            let date = reader.date(), date.year >= 1, reader.skip("T", or: "t"),
            let hour = reader.digits(2), hour < 24, reader.skip(":"),
            let minute = reader.digits(2), minute < 60, reader.skip(":"),
            let second = reader.digits(2), second < 60,
            reader.skipFraction(), let offset = reader.offset(), reader.isAtEnd
        else { return nil }
        let local = date.daysSince1970 * 86_400 + hour * 3600 + minute * 60 + second
        self.init(secondsSince1970: Int64(local - offset))
        guard secondsSince1970 == local - offset else { return nil }
    }
}

extension Int64 {
    /// The quotient for a positive divisor, rounded toward minus infinity.
    fileprivate func flooredQuotient(by divisor: Int64) -> Int64 {
        let quotient = self / divisor
        return self % divisor < 0 ? quotient - 1 : quotient
    }
}
