/// The head of a request while it arrives: the complete lines so far, parsed one at a time.
///
/// A line is checked only when it is complete, or longer than any allowed one. So the reason for a refusal does not
/// depend on how the bytes were split.
struct Head {
    enum Progress {
        case more
        /// The line is an empty line before the request line, which RFC 9112 §2.2 tells servers to skip.
        case skip
        case complete
    }

    /// The offset of the first line that is not parsed yet, from the start of the request's head.
    private(set) var next = 0
    private(set) var framing = Framing()
    private var line: RequestLine?
    private var fields: [HTTPHeaders.Field] = []
    private var sectionStart = 0

    /// Whether the request line has not been parsed yet.
    var isEmpty: Bool { line == nil }

    /// Parses the line of a request's head that ends with the line feed at `end`. `head` begins with the first byte of
    /// the head.
    @inline(__always)
    mutating func take(lineFeed end: Int, of head: RawSpan, _ limits: ParserLimits) throws(Refusal) -> Progress {
        let hasReturn = end > next && head.byte(end - 1) == .carriageReturn
        let content = next..<(hasReturn ? end - 1 : end)
        guard line != nil else { return try takeRequestLine(content, hasReturn, end, of: head, limits) }
        if content.isEmpty {
            guard hasReturn else { throw .bareLineFeed }
            next = end + 1
            return .complete
        }
        if fields.count == limits.fieldCount { throw .tooManyFields }
        if content.upperBound + 2 - sectionStart > limits.fieldBytes { throw .fieldsTooLarge }
        guard hasReturn else { throw .bareLineFeed }
        let field = try HTTPHeaders.Field(content, of: head)
        try framing.note(field, of: head)
        fields.append(field)
        next = end + 1
        return .more
    }

    private mutating func takeRequestLine(
        _ content: Range<Int>, _ hasReturn: Bool, _ end: Int, of head: RawSpan, _ limits: ParserLimits
    ) throws(Refusal) -> Progress {
        if content.count > limits.requestLine { throw .requestLineTooLong }
        guard hasReturn else { throw .bareLineFeed }
        if content.isEmpty { return .skip }
        line = try RequestLine(content, of: head)
        fields.reserveCapacity(12)
        next = end + 1
        sectionStart = next
        return .more
    }

    /// Checks the first byte of a request's head: a client that speaks another protocol, such as TLS, never sends the
    /// line feed that the parser waits for.
    @inline(__always)
    func checkStart(of head: RawSpan) throws(Refusal) {
        guard line == nil, head.byteCount > 0 else { return }
        let first = head.byte(0)
        if CharacterSet128.token.contains(first) || first == .carriageReturn || first == .lineFeed { return }
        // A TLS record with a handshake begins with 22 (RFC 8446 §5.1).
        throw first == 22 ? .tlsHandshakeInPlainHTTP : .malformedMethod
    }

    /// Checks the limits for an incomplete line of a request's head, of which `length` bytes have arrived.
    func checkIncomplete(length: Int, _ limits: ParserLimits) throws(Refusal) {
        if line == nil {
            // The request line may be one byte longer than its limit, since the last byte may be the CR of the line's
            // end.
            if length > limits.requestLine + 1 { throw .requestLineTooLong }
        } else if length >= 2 {
            // Two bytes without a line feed cannot be the empty line that ends the head, so they belong to a header
            // field or are malformed.
            if fields.count == limits.fieldCount { throw .tooManyFields }
            if next + length + 1 - sectionStart > limits.fieldBytes { throw .fieldsTooLarge }
        }
    }

    /// Checks the framing fields of a complete request head, and returns its request line.
    mutating func finish(_ head: RawSpan, _ limits: ParserLimits) throws(Refusal) -> RequestLine {
        guard let line else { throw .malformedRequestLine }
        try framing.finish(line, of: head, acceptsEncodedBodies: limits.acceptsEncodedBodies)
        return line
    }

    func request(_ line: RequestLine, buffer: [UInt8]) -> HTTPRequest {
        HTTPRequest(line: line, headers: HTTPHeaders(buffer: buffer, fields: fields))
    }
}
