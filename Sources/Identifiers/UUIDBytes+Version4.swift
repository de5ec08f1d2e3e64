extension UUIDBytes {
    /// A version 4 UUID (RFC 9562 §5.4): 122 random bits, so it tells nothing about the time at which it was made.
    ///
    /// The caller supplies the randomness.
    public static func version4(random: (UInt64, UInt64)) -> UUIDBytes {
        UUIDBytes(
            high: random.0 & 0xffff_ffff_ffff_0fff | 0x4000,
            low: 0x8000_0000_0000_0000 | (random.1 & 0x3fff_ffff_ffff_ffff))
    }
}
