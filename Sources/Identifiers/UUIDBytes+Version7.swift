extension UUIDBytes {
    /// A version 7 UUID (RFC 9562 §5.7): ordered by time to the millisecond, then random.
    ///
    /// The caller supplies time and randomness.
    ///
    /// - Parameter milliseconds: since 1970-01-01T00:00Z. Only the low 48 bits are used.
    public static func version7(milliseconds: Int64, random: (UInt64, UInt64)) -> UUIDBytes {
        let time = UInt64(truncatingIfNeeded: milliseconds) << 16
        return UUIDBytes(
            high: time | 0x7000 | (random.0 & 0x0fff),
            low: 0x8000_0000_0000_0000 | (random.1 & 0x3fff_ffff_ffff_ffff))
    }

    /// A version 7 UUID with randomness from `generator`.
    public static func version7(
        milliseconds: Int64, using generator: inout some RandomNumberGenerator
    ) -> UUIDBytes {
        version7(milliseconds: milliseconds, random: (generator.next(), generator.next()))
    }

    /// A version 7 UUID for an event in a given second. UUIDs that are made one after another sort in this order: the
    /// first 12 random bits contain the fraction of the millisecond (RFC 9562 §6.2, method 3).
    ///
    /// - Parameters:
    ///   - second: the time of the event, in seconds since 1970. It can be a few seconds earlier than `clock`, because
    ///     a request has one time from its beginning to its end.
    ///   - clock: the present time, in nanoseconds since 1970.
    public static func version7(
        second: Int64, clock: Int64, using generator: inout some RandomNumberGenerator
    ) -> UUIDBytes {
        let (present, fraction) = clock.quotientAndRemainder(dividingBy: 1_000_000_000)
        // If the event's time differs much from the clock, as in an import, the UUID has only the clock's fraction of a
        // second.
        let age = present.subtractingReportingOverflow(second)
        let isPresent = !age.overflow && (0...10).contains(age.partialValue)
        let (milliseconds, rest) = fraction.quotientAndRemainder(dividingBy: 1_000_000)
        return version7(
            milliseconds: (isPresent ? present : second) &* 1000 &+ milliseconds,
            random: (UInt64(max(0, rest)) * 4096 / 1_000_000, generator.next()))
    }
}
