/// One entry of a tape, into which a text is parsed.
///
/// A tape has a token for each value and each member name, in the order of the text. So parsing allocates once, and
/// strings stay slices of the source until they are read. Numbers and containers have a second word.
@usableFromInline
struct Token {
    @usableFromInline
    enum Kind: UInt64 {
        case null, bool, integer, double, string, array, object
    }

    @usableFromInline let word: UInt64

    @inlinable init(_ word: UInt64) { self.word = word }

    static func null() -> Token { Token(Kind.null.rawValue << 60) }

    static func bool(_ value: Bool) -> Token { Token(Kind.bool.rawValue << 60 | (value ? 1 : 0)) }

    static func integer() -> Token { Token(Kind.integer.rawValue << 60) }
    static func double() -> Token { Token(Kind.double.rawValue << 60) }

    /// The token of a string.
    ///
    /// - Parameters:
    ///   - offset: the offset of the first byte inside the quotation marks.
    ///   - length: the length in the source, in bytes.
    ///   - escaped: whether the string contains backslashes.
    static func string(offset: Int, length: Int, escaped: Bool) -> Token {
        // A text has at most 2^27 bytes, so a length fits the 27 bits that are left for it.
        Token(
            Kind.string.rawValue << 60 | (escaped ? 1 << 59 : 0) | UInt64(truncatingIfNeeded: length) << 32
                | UInt64(truncatingIfNeeded: offset))
    }

    /// The token of a container.
    ///
    /// - Parameter next: the index on the tape after the container.
    static func container(_ kind: Kind, count: Int, next: Int) -> Token {
        Token(kind.rawValue << 60 | UInt64(truncatingIfNeeded: count) << 32 | UInt64(truncatingIfNeeded: next))
    }

    /// The second word of a container: the range in the source.
    static func extent(from: Int, to: Int) -> Token {
        Token(UInt64(truncatingIfNeeded: from) << 32 | UInt64(truncatingIfNeeded: to))
    }

    @inlinable var kind: Kind { Kind(rawValue: word >> 60) ?? .null }
    var isTrue: Bool { word & 1 == 1 }
    @inlinable var isEscaped: Bool { word & (1 << 59) != 0 }
    /// The length of a string in the source, in 27 bits.
    @inlinable var length: Int { Int(truncatingIfNeeded: word >> 32 & 0x7ff_ffff) }
    /// The number of elements of an array or of members of an object, in 28 bits.
    @inlinable var count: Int { Int(truncatingIfNeeded: word >> 32 & 0xfff_ffff) }
    /// The offset of a string in the source, or the index on the tape after a container.
    @inlinable var low: Int { Int(truncatingIfNeeded: word & 0xffff_ffff) }
    /// In the second word of a container: the offset at which the container begins in the source.
    var high: Int { Int(truncatingIfNeeded: word >> 32) }
}
