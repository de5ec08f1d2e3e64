/// One entry of the tape of tokens into which a JSON text is parsed.
///
/// The tape has a token for each value and each member name, in the order of the text. So parsing allocates once, and
/// strings stay slices of the source until they are read. A token is one word of 64 bits. After the token of a number,
/// an array or an object, the tape has a second word.
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

    /// Makes the token of a string.
    ///
    /// - Parameters:
    ///   - offset: the offset of the first byte inside the quotation marks.
    ///   - length: the length in the JSON text, in bytes.
    ///   - escaped: whether the string contains backslashes.
    static func string(offset: Int, length: Int, escaped: Bool) -> Token {
        // A JSON text has at most 2^27 bytes, so a string's length fits the 27 bits that the token has for it.
        Token(
            Kind.string.rawValue << 60 | (escaped ? 1 << 59 : 0) | UInt64(truncatingIfNeeded: length) << 32
                | UInt64(truncatingIfNeeded: offset))
    }

    /// Makes the token of an array or object.
    ///
    /// - Parameter next: the index on the tape of tokens after the array or object.
    static func container(_ kind: Kind, count: Int, next: Int) -> Token {
        Token(kind.rawValue << 60 | UInt64(truncatingIfNeeded: count) << 32 | UInt64(truncatingIfNeeded: next))
    }

    /// Makes the word that follows the token of an array or object on the tape: the range of its bytes in the JSON
    /// text.
    static func extent(from: Int, to: Int) -> Token {
        Token(UInt64(truncatingIfNeeded: from) << 32 | UInt64(truncatingIfNeeded: to))
    }

    @inlinable var kind: Kind { Kind(rawValue: word >> 60) ?? .null }
    var isTrue: Bool { word & 1 == 1 }
    @inlinable var isEscaped: Bool { word & (1 << 59) != 0 }
    /// The length in bytes that a string has in the JSON text.
    @inlinable var length: Int { Int(truncatingIfNeeded: word >> 32 & 0x7ff_ffff) }
    /// The number of elements of an array or of members of an object.
    @inlinable var count: Int { Int(truncatingIfNeeded: word >> 32 & 0xfff_ffff) }
    /// For a string, its offset in the JSON text. For an array or object, the index on the tape of tokens after it.
    @inlinable var low: Int { Int(truncatingIfNeeded: word & 0xffff_ffff) }
    /// In the word that follows the token of an array or object: the offset at which its bytes begin in the JSON text.
    var high: Int { Int(truncatingIfNeeded: word >> 32) }
}
