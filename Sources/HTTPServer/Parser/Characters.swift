/// The character classes of HTTP (RFC 9110 §5.6, RFC 3986 §2), each a 128-bit set kept in two words.
struct CharacterSet128: Sendable {
    private let low: UInt64
    private let high: UInt64

    init(low: UInt64, high: UInt64) {
        self.low = low
        self.high = high
    }

    @inline(__always)
    func contains(_ byte: UInt8) -> Bool {
        guard byte < 128 else { return false }
        return (byte < 64 ? low : high) >> UInt64(byte & 63) & 1 != 0
    }
}

extension CharacterSet128 {
    /// The characters of a token: digits and letters, and ``!#$%&'*+-.^_`|~`` (RFC 9110 §5.6.2). The set is written as
    /// numbers so that the compiler evaluates it.
    static var token: CharacterSet128 { CharacterSet128(low: 0x03FF_6CFA_0000_0000, high: 0x57FF_FFFF_C7FF_FFFE) }

    /// The characters of a path: pchar and `/` of RFC 3986 §3.3, without `%`: letters, digits, `-._~!$&'()*+,;=:@/`.
    static var path: CharacterSet128 { CharacterSet128(low: 0x2FFF_FFD2_0000_0000, high: 0x47FF_FFFE_87FF_FFFF) }

    /// The characters of a query besides `%`: those of a path, `?`, and `[]{}|^`, which browsers do not escape.
    static var query: CharacterSet128 { CharacterSet128(low: 0xAFFF_FFD2_0000_0000, high: 0x7FFF_FFFE_EFFF_FFFF) }

    /// The characters that a host name or IPv4 address may have.
    static var host: CharacterSet128 { CharacterSet128(low: 0x03FF_6000_0000_0000, high: 0x07FF_FFFE_87FF_FFFE) }
}

extension UInt8 {
    static var lineFeed: UInt8 { 10 }
    static var carriageReturn: UInt8 { 13 }
    static var space: UInt8 { 32 }
    static var tab: UInt8 { 9 }

    /// The byte itself, or the lower-case letter if it is an ASCII capital.
    @inline(__always)
    var lowercased: UInt8 { self &- UInt8(ascii: "A") < 26 ? self | 0x20 : self }

    @inline(__always)
    var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }

    /// The value of a hexadecimal digit of either case, 0…15.
    @inline(__always)
    var hexDigitValue: UInt8? {
        if isDigit { return self &- UInt8(ascii: "0") }
        let letter = (self | 0x20) &- UInt8(ascii: "a")
        return letter < 6 ? letter + 10 : nil
    }
}
