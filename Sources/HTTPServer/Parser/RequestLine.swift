/// A range of bytes in a request's head, as offsets into its buffer, which is below 64 KB.
struct HeadRange: Sendable, Hashable {
    private let start: UInt16
    private let end: UInt16

    init(_ range: Range<Int>) {
        start = UInt16(range.lowerBound)
        end = UInt16(range.upperBound)
    }

    var range: Range<Int> { Int(start)..<Int(end) }
}

/// The parsed request line, as ranges of bytes in the request's head.
struct RequestLine: Sendable, Hashable {
    var method: HTTPMethod
    var minorVersion: UInt8
    /// The request target: everything between the two spaces, as sent.
    var target: HeadRange
    /// The path of the request target: `/…`, or `*`; of an absolute URL only the part after the authority.
    var path: HeadRange
    var pathHasEscapes: Bool
    var query: HeadRange?
    /// The authority of a request target that is an absolute URL, which must equal the Host field; `nil` for other
    /// targets.
    var authority: HeadRange?

    /// Parses a request line, which excludes its CRLF: method, target and version (RFC 9112 §3), with exactly one space
    /// between them.
    init(_ line: Range<Int>, of bytes: RawSpan) throws(Refusal) {
        var methodEnd = line.lowerBound
        while methodEnd < line.upperBound, CharacterSet128.token.contains(bytes.byte(methodEnd)) { methodEnd += 1 }
        guard methodEnd > line.lowerBound, methodEnd < line.upperBound, bytes.byte(methodEnd) == .space else {
            throw RequestLine.fault(at: methodEnd, line, bytes, else: .malformedMethod)
        }
        let targetStart = methodEnd + 1
        var targetEnd = targetStart
        while targetEnd < line.upperBound, bytes.byte(targetEnd) != .space { targetEnd += 1 }
        guard targetEnd > targetStart, targetEnd < line.upperBound else {
            throw RequestLine.fault(at: targetEnd, line, bytes, else: .malformedRequestLine)
        }
        self.minorVersion = try RequestLine.minorVersion(targetEnd + 1..<line.upperBound, of: bytes)
        self.method = try RequestLine.method(line.lowerBound..<methodEnd, of: bytes)
        let parts = try Target(targetStart..<targetEnd, of: bytes, method: method)
        self.target = HeadRange(targetStart..<targetEnd)
        self.path = HeadRange(parts.path)
        self.pathHasEscapes = parts.pathHasEscapes
        self.query = parts.query.map(HeadRange.init)
        self.authority = parts.authority.map(HeadRange.init)
    }

    private static func fault(at index: Int, _ line: Range<Int>, _ bytes: RawSpan, else refusal: Refusal) -> Refusal {
        index < line.upperBound && bytes.byte(index) == .carriageReturn ? .bareCarriageReturn : refusal
    }

    private static func minorVersion(_ range: Range<Int>, of bytes: RawSpan) throws(Refusal) -> UInt8 {
        // The HTTP version is compared as one number of eight bytes, so upper and lower case are different.
        guard range.count == 8 else {
            throw fault(at: range.upperBound - 1, range, bytes, else: .malformedVersion)
        }
        switch bytes.word(range.lowerBound) {
        case 0x312E_312F_5054_5448: return 1
        case 0x302E_312F_5054_5448: return 0
        // A later minor version of HTTP/1 is read as HTTP/1.1 (RFC 9110 §2.5).
        case let word where word & 0x00FF_FFFF_FFFF_FFFF == 0x002E_312F_5054_5448 && isDigit(word >> 56): return 1
        case let word
        where word & 0x00FF_00FF_FFFF_FFFF == 0x002E_002F_5054_5448 && isDigit(word >> 40 & 0xFF)
            && isDigit(word >> 56):
            throw .unsupportedVersion
        case _: throw .malformedVersion
        }
    }

    private static func isDigit(_ byte: UInt64) -> Bool { UInt8(truncatingIfNeeded: byte).isDigit }

    private static func method(_ range: Range<Int>, of bytes: RawSpan) throws(Refusal) -> HTTPMethod {
        // The method's name is compared as one number, with the first letter in the lowest bits. No served method is
        // longer than eight bytes.
        guard range.count <= 8 else { throw .methodUnknown }
        var word: UInt64 = 0
        for index in range.reversed() { word = word << 8 | UInt64(bytes.byte(index)) }
        switch word {
        case 0x54_4547: return .get
        case 0x4441_4548: return .head
        case 0x5453_4F50: return .post
        case 0x54_5550: return .put
        case 0x48_4354_4150: return .patch
        case 0x4554_454C_4544: return .delete
        case 0x53_4E4F_4954_504F: return .options
        case 0x54_4345_4E4E_4F43, 0x45_4341_5254: throw .methodNotServed
        case _: throw .methodUnknown
        }
    }
}
