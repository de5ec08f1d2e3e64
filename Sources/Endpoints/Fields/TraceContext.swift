/// The trace context of a request, whose trace may have begun elsewhere: `traceparent` (W3C Trace Context §3.2).
public struct TraceContext: Hashable, Sendable {
    private let high: UInt64
    private let low: UInt64
    /// The id of the span. In a trace context that a client sent it is the client's span; in one that `new` or `next`
    /// made it is this server's.
    private let span: UInt64
    /// Whether the system that began the trace records it.
    public let isSampled: Bool
    /// The request id that a trusted proxy has set.
    public var givenRequestID: RequestID?

    /// The id of the request in its answer and in the log.
    public var requestID: RequestID { givenRequestID ?? RequestID(high, low) }

    /// Reads `traceparent`.
    ///
    /// - Returns: `nil` for a field that violates the specification.
    public init?(_ field: ArraySlice<UInt8>) {
        let bytes = trimmed(field)
        let start = bytes.startIndex
        func hex(_ offset: Int, _ count: Int) -> UInt64? {
            bytes[(start + offset)..<(start + offset + count)].reduce(UInt64?.some(0)) { value, byte in
                guard let value, let digit = TraceContext.digit(byte) else { return nil }
                return value << 4 | digit
            }
        }
        guard bytes.count >= TraceContext.length, let version = hex(0, 2), version != 0xff,
            // Later versions of `traceparent` may have further fields after another hyphen. A field of version 00 must
            // end after the flags.
            bytes.count == TraceContext.length || version > 0 && bytes[start + TraceContext.length] == .hyphen,
            [2, 35, 52].allSatisfy({ bytes[start + $0] == .hyphen }),
            let high = hex(3, 16), let low = hex(19, 16), high | low != 0,
            let span = hex(36, 16), span != 0, let flags = hex(53, 2)
        else { return nil }
        self.init(high, low, span: span, isSampled: flags & 1 == 1)
    }

    private init(_ high: UInt64, _ low: UInt64, span: UInt64, isSampled: Bool) {
        self.high = high
        self.low = low
        self.span = span
        self.isSampled = isSampled
    }

    /// A new trace that begins at this server and is not sampled.
    public static func new(using generator: inout some RandomNumberGenerator) -> TraceContext {
        TraceContext(generator.next(), some(&generator), span: some(&generator), isSampled: false)
    }

    /// A trace context with a new span of the same trace.
    public func next(using generator: inout some RandomNumberGenerator) -> TraceContext {
        TraceContext(high, low, span: TraceContext.some(&generator), isSampled: isSampled)
    }

    /// A random part of a trace id or span id. It is not zero, since an id of zeros is invalid.
    private static func some(_ generator: inout some RandomNumberGenerator) -> UInt64 { max(1, generator.next()) }

    /// The trace's id as it is logged: 32 hexadecimal digits.
    public var traceID: String { String(decoding: TraceContext.digits(high) + TraceContext.digits(low), as: UTF8.self) }

    /// The span's id as it is logged: 16 hexadecimal digits.
    public var spanID: String { String(decoding: TraceContext.digits(span), as: UTF8.self) }

    /// The value of `traceparent` for this trace context, in version 00.
    public var text: String { "00-\(traceID)-\(spanID)-0\(isSampled ? 1 : 0)" }

    private static let length = 55

    /// The value of a hexadecimal digit; upper case is not allowed.
    private static func digit(_ byte: UInt8) -> UInt64? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(byte - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt64(byte - UInt8(ascii: "a") + 10)
        default: nil
        }
    }

    private static func digits(_ value: UInt64) -> [UInt8] {
        stride(from: 60, through: 0, by: -4).map { shift in
            let digit = UInt8(truncatingIfNeeded: value >> UInt64(shift)) & 15
            return digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
        }
    }
}

extension UInt8 {
    fileprivate static var hyphen: UInt8 { UInt8(ascii: "-") }
}
