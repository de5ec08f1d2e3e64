/// The limits for the parts of a request, in bytes; `fieldCount` is a number of fields.
package struct ParserLimits: Sendable {
    package var requestLine: Int
    package var fieldBytes: Int
    package var fieldCount: Int
    package var body: Int
    /// Whether a body with a content coding is accepted. The parser does not decode it.
    package var acceptsEncodedBodies: Bool

    package init(
        requestLine: Int = 8 * 1024, fieldBytes: Int = 32 * 1024, fieldCount: Int = 100, body: Int = 1024 * 1024,
        acceptsEncodedBodies: Bool = false
    ) {
        // The parser stores offsets in a request's head in 16 bits, so a head must be shorter than 64 KB.
        precondition(requestLine + fieldBytes < 65_000, "a head must stay below 64 KB")
        self.requestLine = requestLine
        self.fieldBytes = fieldBytes
        self.fieldCount = fieldCount
        self.body = body
        self.acceptsEncodedBodies = acceptsEncodedBodies
    }
}

/// A strict HTTP/1.1 request parser, which turns bytes into actions. It has no socket and no clock.
///
/// Call `next`, which advances `offset`, with the same bytes until it returns `needMore`, and then with the next bytes.
/// The actions do not depend on how the bytes are split, except that a body's data may come in other pieces. After
/// `refuse` nothing more is parsed.
package struct RequestParser {
    package enum Action {
        /// All bytes of the input are parsed, and more are needed.
        case needMore
        /// A request without a body is complete. The parser's `keepsAlive` tells whether the client allows another
        /// request after it.
        case request(HTTPRequest)
        /// The head of a request is complete, and a body follows. The parser's `expectsContinue` and `keepsAlive`
        /// belong to this request. The caller may now set `bodyLimit` for its body.
        case head(HTTPRequest)
        /// A piece of the request's body has arrived: the given range of the input.
        case body(Range<Int>)
        /// The last byte of the request's body has arrived, so the request is complete.
        case end
        case refuse(Refusal)
    }

    private enum Phase {
        case head
        case bodyStart(Framing.Body)
        case length(Int)
        case chunked
        case refused(Refusal)
    }

    package let limits: ParserLimits
    /// The maximum length of the body of the request that is being parsed, in bytes. At the head of each request with a
    /// body it is set back to `limits.body`.
    package var bodyLimit: Int
    /// Whether the client waits for `100 Continue` before it sends the body.
    package private(set) var expectsContinue = false
    /// Whether the client allows another request on this connection after the one that was parsed last.
    package private(set) var keepsAlive = true

    private var phase = Phase.head
    private var head = Head()
    private var chunks = ChunkedBody()
    /// The received part of an incomplete request head. It is empty between requests, so an idle connection holds no
    /// buffer.
    private var carry: [UInt8] = []
    private var skippedEmptyLine = false

    package init(limits: ParserLimits = ParserLimits()) {
        self.limits = limits
        self.bodyLimit = limits.body
    }

    /// Whether the next byte that arrives would be the first of a request.
    package var isBetweenRequests: Bool {
        if case .head = phase { carry.isEmpty } else { false }
    }

    /// Parses the input from `offset` on, and returns the first thing that is complete, such as a request's head or a
    /// piece of a request's body. Returns `needMore` if nothing is.
    package mutating func next(_ input: RawSpan, at offset: inout Int) -> Action {
        do throws(Refusal) {
            switch phase {
            case .head:
                return try carry.isEmpty ? parseHead(input, at: &offset) : continueHead(input, at: &offset)
            case .bodyStart(let body):
                return try startBody(body, input, at: &offset)
            case .length(let left):
                return takeBody(left, input, at: &offset)
            case .chunked:
                return try takeChunks(input, at: &offset)
            case .refused(let refusal):
                return .refuse(refusal)
            }
        } catch {
            phase = .refused(error)
            carry = []
            offset = input.byteCount
            return .refuse(error)
        }
    }

    /// Parses a request's head that starts in the given bytes, without copying it. An incomplete head is kept in
    /// `carry`.
    private mutating func parseHead(_ input: RawSpan, at offset: inout Int) throws(Refusal) -> Action {
        var bytes = input.extracting(offset..<input.byteCount)
        try head.checkStart(of: bytes)
        while let lineFeed = bytes.lineFeed(from: head.next) {
            switch try head.take(lineFeed: lineFeed, of: bytes, limits) {
            case .more: break
            case .skip:
                try skipEmptyLine()
                offset += lineFeed + 1
                bytes = input.extracting(offset..<input.byteCount)
                try head.checkStart(of: bytes)
            case .complete:
                let line = try head.finish(bytes, limits)
                offset += head.next
                return finishHead(line, buffer: bytes.array(0..<head.next))
            }
        }
        try head.checkIncomplete(length: bytes.byteCount - head.next, limits)
        carry.append(bytes, 0..<bytes.byteCount)
        offset = input.byteCount
        return .needMore
    }

    /// Parses more lines of a request's head whose beginning is in `carry`.
    private mutating func continueHead(_ input: RawSpan, at offset: inout Int) throws(Refusal) -> Action {
        var buffer: [UInt8] = []
        swap(&buffer, &carry)
        while let lineFeed = input.lineFeed(from: offset) {
            try head.checkIncomplete(length: buffer.count + lineFeed - offset - head.next, limits)
            buffer.append(input, offset..<lineFeed + 1)
            offset = lineFeed + 1
            let bytes = unsafe buffer.span.bytes
            switch try head.take(lineFeed: buffer.count - 1, of: bytes, limits) {
            case .more: break
            case .skip:
                try skipEmptyLine()
                return try parseHead(input, at: &offset)
            case .complete:
                return finishHead(try head.finish(bytes, limits), buffer: buffer)
            }
        }
        try head.checkIncomplete(length: buffer.count + input.byteCount - offset - head.next, limits)
        buffer.append(input, offset..<input.byteCount)
        offset = input.byteCount
        swap(&buffer, &carry)
        return .needMore
    }

    private mutating func skipEmptyLine() throws(Refusal) {
        guard !skippedEmptyLine else { throw .malformedRequestLine }
        skippedEmptyLine = true
    }

    private mutating func finishHead(_ line: RequestLine, buffer: [UInt8]) -> Action {
        let request = head.request(line, buffer: buffer)
        expectsContinue = head.framing.expectsContinue
        keepsAlive = head.framing.keepsAlive
        let body = head.framing.body
        head = Head()
        skippedEmptyLine = false
        guard body != .none else { return .request(request) }
        bodyLimit = limits.body
        phase = .bodyStart(body)
        return .head(request)
    }

    private mutating func startBody(_ body: Framing.Body, _ input: RawSpan, at offset: inout Int) throws(Refusal)
        -> Action
    {
        switch body {
        case .none:
            return end()
        case .length(let length):
            guard length <= bodyLimit else { throw .bodyTooLarge }
            phase = .length(length)
            return takeBody(length, input, at: &offset)
        case .chunked:
            chunks = ChunkedBody()
            phase = .chunked
            return try takeChunks(input, at: &offset)
        }
    }

    private mutating func takeBody(_ left: Int, _ input: RawSpan, at offset: inout Int) -> Action {
        guard left > 0 else { return end() }
        let count = min(left, input.byteCount - offset)
        guard count > 0 else { return .needMore }
        offset += count
        phase = .length(left - count)
        return .body(offset - count..<offset)
    }

    private mutating func takeChunks(_ input: RawSpan, at offset: inout Int) throws(Refusal) -> Action {
        switch try chunks.next(input, at: &offset, limit: bodyLimit, limits) {
        case .more: return .needMore
        case .data(let range): return .body(range)
        case .end: return end()
        }
    }

    /// Records that `100 Continue` has been sent, so that it is not sent again.
    mutating func continueIsSent() {
        expectsContinue = false
    }

    private mutating func end() -> Action {
        phase = .head
        return .end
    }
}
