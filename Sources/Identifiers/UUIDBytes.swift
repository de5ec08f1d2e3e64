/// A UUID's 16 bytes as two words: cheap to copy, compare and hash.
public struct UUIDBytes: Sendable, Hashable, Comparable {
    /// The first eight bytes, in network order.
    public let high: UInt64
    /// The last eight bytes.
    public let low: UInt64

    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Exactly 16 bytes in network order, or nil.
    public init?(bytes: some Collection<UInt8>) {
        guard bytes.count == 16 else { return nil }
        var high: UInt64 = 0
        var low: UInt64 = 0
        for (index, byte) in bytes.enumerated() {
            if index < 8 { high = high << 8 | UInt64(byte) } else { low = low << 8 | UInt64(byte) }
        }
        self.init(high: high, low: low)
    }

    /// The 36-character form of RFC 9562 §4, in either case; nil for anything else (no braces, no `urn:`).
    public init?(_ text: some StringProtocol) { self.init(utf8: text.utf8) }

    /// The 36-character form as UTF-8 bytes.
    public init?(utf8: some Sequence<UInt8>) {
        var high: UInt64 = 0
        var low: UInt64 = 0
        var index = 0
        for byte in utf8 {
            switch index {
            case 8, 13, 18, 23:
                guard byte == UInt8(ascii: "-") else { return nil }
            case 0..<36:
                guard let digit = Self.digit(byte) else { return nil }
                if index < 18 { high = high << 4 | digit } else { low = low << 4 | digit }
            default: return nil
            }
            index += 1
        }
        guard index == 36 else { return nil }
        self.init(high: high, low: low)
    }

    @inline(__always)
    private static func digit(_ byte: UInt8) -> UInt64? {
        let digit = byte &- UInt8(ascii: "0")
        if digit < 10 { return UInt64(digit) }
        let letter = (byte | 0x20) &- UInt8(ascii: "a")
        return letter < 6 ? UInt64(letter) &+ 10 : nil
    }

    /// The canonical form, in lower case.
    public var text: String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(36)
        appendText(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends the canonical form's 36 bytes.
    public func appendText(to bytes: inout [UInt8]) {
        for index in 0..<16 {
            if index == 4 || index == 6 || index == 8 || index == 10 { bytes.append(UInt8(ascii: "-")) }
            let byte = self[index]
            bytes.append(Self.hex(byte >> 4))
            bytes.append(Self.hex(byte & 15))
        }
    }

    @inline(__always)
    private static func hex(_ digit: UInt8) -> UInt8 {
        digit < 10 ? UInt8(ascii: "0") &+ digit : UInt8(ascii: "a") &+ (digit &- 10)
    }

    /// The byte at an index from 0 to 15, in network order.
    private subscript(_ index: Int) -> UInt8 {
        UInt8(truncatingIfNeeded: (index < 8 ? high : low) >> (56 - 8 * UInt64(index & 7)))
    }

    /// The 16 bytes in network order.
    public var bytes: [UInt8] { (0..<16).map { self[$0] } }

    /// PostgreSQL's order: byte by byte.
    public static func < (left: UUIDBytes, right: UUIDBytes) -> Bool {
        left.high == right.high ? left.low < right.low : left.high < right.high
    }
}

extension UUIDBytes: CustomStringConvertible {
    public var description: String { text }
}
