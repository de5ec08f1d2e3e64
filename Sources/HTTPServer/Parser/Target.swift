/// A request target, split and checked (RFC 9112 §3.2, RFC 3986).
///
/// The checks are stricter than the grammar where lenient parsers have had vulnerabilities. A path must mean the same
/// to every decoder, so it has no dot segments, no encoded slash or backslash, no encoded control characters, and only
/// UTF-8. A query may contain any encoding except those of control characters; malformed encodings are reported when
/// its items are decoded.
struct Target {
    var path: Range<Int>
    var pathHasEscapes = false
    var query: Range<Int>?
    var authority: Range<Int>?

    init(_ target: Range<Int>, of bytes: RawSpan, method: HTTPMethod) throws(Refusal) {
        let first = bytes.byte(target.lowerBound)
        if first == UInt8(ascii: "*"), target.count == 1, method == .options {
            path = target
            return
        }
        var pathStart = target.lowerBound
        if first != UInt8(ascii: "/") {
            let authority = try Target.authority(of: target, in: bytes)
            self.authority = authority
            pathStart = authority.upperBound
        }
        path = pathStart..<target.upperBound
        try checkPath(until: target.upperBound, bytes)
        if path.upperBound < target.upperBound {
            let query = path.upperBound + 1..<target.upperBound
            try Target.checkQuery(query, bytes)
            self.query = query
        }
    }

    /// Reads the authority of `http://authority/path`. A URL without a path is refused: if the server added a path, the
    /// target would not be the one that the client has signed or logged.
    private static func authority(of target: Range<Int>, in bytes: RawSpan) throws(Refusal) -> Range<Int> {
        var start = target.lowerBound
        if target.count > 7, bytes.matches(start..<start + 7, "http://") {
            start += 7
        } else if target.count > 8, bytes.matches(start..<start + 8, "https://") {
            start += 8
        } else {
            throw .malformedTarget
        }
        var end = start
        while end < target.upperBound, bytes.byte(end) != UInt8(ascii: "/") { end += 1 }
        guard end > start, end < target.upperBound else { throw .malformedTarget }
        return start..<end
    }

    /// Checks the path of a request target byte by byte, and ends it at the first `?`.
    private mutating func checkPath(until end: Int, _ bytes: RawSpan) throws(Refusal) {
        var segment = DotSegment()
        var beyondASCII = false
        var index = path.lowerBound
        scan: while index < end {
            let byte = bytes.byte(index)
            switch byte {
            case UInt8(ascii: "/"):
                if segment.isDots { throw .dotSegment }
                segment = DotSegment()
            case UInt8(ascii: "?"):
                break scan
            case UInt8(ascii: "%"):
                guard let value = Target.escape(at: index, until: end, bytes) else { throw .malformedPercentEncoding }
                if value < 32 || value == 127 || value == UInt8(ascii: "/") || value == UInt8(ascii: "\\") {
                    throw .forbiddenPercentEncoding
                }
                segment.append(value)
                pathHasEscapes = true
                beyondASCII = beyondASCII || value >= 128
                index += 2
            case _:
                guard CharacterSet128.path.contains(byte) else { throw Target.forbidden(byte) }
                segment.append(byte)
            }
            index += 1
        }
        if segment.isDots { throw .dotSegment }
        path = path.lowerBound..<index
        if beyondASCII {
            let decoded = percentDecoded(bytes.array(path)[...]) ?? []
            if String(validating: decoded, as: UTF8.self) == nil { throw .forbiddenPercentEncoding }
        }
    }

    private static func checkQuery(_ query: Range<Int>, _ bytes: RawSpan) throws(Refusal) {
        for index in query {
            let byte = bytes.byte(index)
            if CharacterSet128.query.contains(byte) { continue }
            guard byte == UInt8(ascii: "%") else { throw forbidden(byte) }
            if let value = escape(at: index, until: query.upperBound, bytes), value < 32 || value == 127 {
                throw .forbiddenPercentEncoding
            }
        }
    }

    private static func escape(at index: Int, until end: Int, _ bytes: RawSpan) -> UInt8? {
        guard index + 2 < end, let high = bytes.byte(index + 1).hexDigitValue,
            let low = bytes.byte(index + 2).hexDigitValue
        else { return nil }
        return high << 4 | low
    }

    private static func forbidden(_ byte: UInt8) -> Refusal {
        byte == .carriageReturn ? .bareCarriageReturn : .forbiddenByteInTarget
    }
}

/// Recognises the path segments `.` and `..`, with plain or encoded dots (RFC 3986 §5.2.4).
private struct DotSegment {
    private var length = 0
    private var onlyDots = true

    mutating func append(_ byte: UInt8) {
        length += 1
        onlyDots = onlyDots && byte == UInt8(ascii: ".")
    }

    var isDots: Bool { onlyDots && (length == 1 || length == 2) }
}
