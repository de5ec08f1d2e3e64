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
}
