/// The id of a request in `X-Request-Id` and in the log. A trusted proxy may set it; otherwise it is the id of the
/// request's trace, or random if the request has no trace, for example because the request is malformed.
public struct RequestID: Hashable, Sendable, CustomStringConvertible {
    private let high: UInt64
    private let low: UInt64
    private let given: ArraySlice<UInt8>?

    init(_ high: UInt64, _ low: UInt64) {
        self.high = high
        self.low = low
        given = nil
    }

    /// Reads a request id.
    ///
    /// - Returns: `nil` for anything but 1 to 64 letters, digits, `-`, `_` and `.`, since it is logged unchanged.
    public init?(_ field: ArraySlice<UInt8>) {
        guard (1...64).contains(field.count), field.allSatisfy(Self.isPlain) else { return nil }
        high = 0
        low = 0
        given = field
    }

    public static func random(using generator: inout some RandomNumberGenerator) -> RequestID {
        RequestID(generator.next(), generator.next())
    }

    /// Appends the request id as it is written in the header field `X-Request-Id`.
    public func append(to bytes: inout [UInt8]) {
        if let given { return bytes.append(contentsOf: given) }
        append(high, to: &bytes)
        append(low, to: &bytes)
    }

    private func append(_ part: UInt64, to bytes: inout [UInt8]) {
        var shift: UInt64 = 64
        while shift > 0 {
            shift -= 4
            bytes.append(Self.digit(part >> shift))
        }
    }

    public var description: String {
        var bytes: [UInt8] = []
        append(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func digit(_ value: UInt64) -> UInt8 {
        let digit = UInt8(truncatingIfNeeded: value) & 15
        return digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
            true
        case _: false
        }
    }
}
