/// A UUID's 16 bytes as two words: cheap to copy, compare and hash.
public struct UUIDBytes: Sendable, Hashable, Comparable {
    /// The first eight bytes of the UUID, as a number in network order.
    public let high: UInt64
    /// The last eight bytes of the UUID, as a number in network order.
    public let low: UInt64

    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// A UUID from exactly 16 bytes in network order; `nil` for any other number of bytes.
    @inlinable
    public init?(bytes: some Collection<UInt8>) {
        guard bytes.count == 16 else { return nil }
        var high: UInt64 = 0
        var low: UInt64 = 0
        for byte in bytes {
            high = high << 8 | low >> 56
            low = low << 8 | UInt64(byte)
        }
        self.init(high: high, low: low)
    }

    /// Reads the 36-character form of RFC 9562 §4, in either case; `nil` for anything else (no braces, no `urn:`).
    public init?(_ text: String) { self.init(text[...]) }

    /// Reads a UUID from a part of a longer text, which must have the 36-character form.
    public init?(_ text: Substring) {
        let utf8 = text.utf8
        self.init(utf8: utf8.span)
    }

    /// Reads a UUID in the 36-character form from UTF-8 bytes.
    public init?(utf8: Span<UInt8>) {
        guard utf8.count == 36 else { return nil }
        let hyphen = UInt8(ascii: "-")
        guard utf8[8] == hyphen, utf8[13] == hyphen, utf8[18] == hyphen, utf8[23] == hyphen,
            let first = Self.number(utf8, 0..<8), let second = Self.number(utf8, 9..<13),
            let third = Self.number(utf8, 14..<18), let fourth = Self.number(utf8, 19..<23),
            let fifth = Self.number(utf8, 24..<36)
        else { return nil }
        self.init(high: first << 32 | second << 16 | third, low: fourth << 48 | fifth)
    }

    /// The value of a range of hexadecimal digits, in upper or lower case; `nil` if it has another character.
    @inline(__always)
    private static func number(_ utf8: Span<UInt8>, _ range: Range<Int>) -> UInt64? {
        var number: UInt64 = 0
        for index in range {
            let byte = utf8[index]
            let decimal = byte &- UInt8(ascii: "0")
            let letter = (byte | 0x20) &- UInt8(ascii: "a")
            guard decimal < 10 || letter < 6 else { return nil }
            number = number << 4 | UInt64(decimal < 10 ? decimal : letter &+ 10)
        }
        return number
    }

    /// The UUID in its canonical form, in lower case.
    public var text: String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(36)
        appendText(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends the 36 bytes of the UUID's canonical form.
    public func appendText(to bytes: inout [UInt8]) {
        bytes.append(addingCapacity: 36) { output in
            for index in 0..<16 {
                if index == 4 || index == 6 || index == 8 || index == 10 { output.append(UInt8(ascii: "-")) }
                let byte = self[index]
                output.append(Self.hex(byte >> 4))
                output.append(Self.hex(byte & 15))
            }
        }
    }

    @inline(__always)
    private static func hex(_ digit: UInt8) -> UInt8 {
        digit < 10 ? UInt8(ascii: "0") &+ digit : UInt8(ascii: "a") &+ (digit &- 10)
    }

    /// The UUID's byte at an index from 0 to 15, in network order.
    private subscript(_ index: Int) -> UInt8 {
        UInt8(truncatingIfNeeded: (index < 8 ? high : low) >> (56 - 8 * UInt64(index & 7)))
    }

    /// The 16 bytes of the UUID in network order.
    public var bytes: [UInt8] { (0..<16).map { self[$0] } }

    /// Compares the 16 bytes of two UUIDs from first to last, as PostgreSQL does for its type `uuid`.
    public static func < (left: UUIDBytes, right: UUIDBytes) -> Bool {
        left.high == right.high ? left.low < right.low : left.high < right.high
    }
}

extension UUIDBytes: CustomStringConvertible {
    public var description: String { text }
}
