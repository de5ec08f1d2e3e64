/// The head of an HTTP/2 request while it arrives.
///
/// It is converted to HTTP/1.1 and read by the same parser, so that one set of rules defines a request for both
/// versions.
package struct HTTP2Head {
    private var method: [UInt8] = []
    private var path: [UInt8] = []
    private var authority: [UInt8]?
    private var host: [UInt8]?
    private var lines: [UInt8] = []
    private var fieldCount = 0
    private var refusal: Refusal?
    /// The size of the head of an HTTP/2 request in bytes: the bytes of names and values, and 32 more for each field
    /// (RFC 9113 §6.5.2).
    package private(set) var size = 0

    package init() {}

    /// Adds a header or pseudo-header field to the head. After the first refused field, further ones are only counted
    /// in `size`.
    package mutating func add(_ name: RawSpan, _ value: RawSpan, _ limits: ParserLimits) {
        size += name.byteCount + value.byteCount + 32
        guard refusal == nil else { return }
        do throws(Refusal) { try take(name, value, limits) } catch { refusal = error }
    }

    private mutating func take(_ name: RawSpan, _ value: RawSpan, _ limits: ParserLimits) throws(Refusal) {
        if size > limits.fieldBytes { throw .fieldsTooLarge }
        let all = 0..<name.byteCount
        if name.byteCount > 0, name.byte(0) == UInt8(ascii: ":") {
            let bytes = value.array(0..<value.byteCount)
            if name.matches(all, ":method") { method = bytes }
            if name.matches(all, ":path") { path = bytes }
            if name.matches(all, ":authority") { authority = bytes }
            return
        }
        guard name.byteCount > 0, all.allSatisfy({ CharacterSet128.token.contains(name.byte($0)) }) else {
            throw .malformedFieldName
        }
        guard (0..<value.byteCount).allSatisfy({ !value.byte($0).isControl }) else { throw .controlCharacterInValue }
        if name.matches(all, "host") {
            guard host == nil else { throw .hostRepeated }
            host = value.array(0..<value.byteCount)
            return
        }
        fieldCount += 1
        // One field of the limit is kept for the Host field, which is added when the request is made.
        if fieldCount >= limits.fieldCount { throw .tooManyFields }
        lines.append(name, all)
        lines.append(": ")
        lines.append(value, 0..<value.byteCount)
        lines.append("\r\n")
    }

    /// Makes an HTTP request from the received head, and returns whether the client waits for `100 Continue` before it
    /// sends the body.
    package func request(_ limits: ParserLimits) throws(Refusal) -> (request: HTTPRequest, expectsContinue: Bool) {
        if let refusal { throw refusal }
        // The method and the path must not contain characters that would end the HTTP/1.1 request line that is made of
        // them.
        guard method.allSatisfy({ CharacterSet128.token.contains($0) }) else { throw .malformedMethod }
        guard path.allSatisfy({ !$0.isControl && $0 != .space }) else { throw .forbiddenByteInTarget }
        if let authority, let host, !authority.map(\.lowercased).elementsEqual(host.map(\.lowercased)) {
            throw .targetDiffersFromHost
        }
        guard let server = authority ?? host else { throw .hostMissing }
        guard server.allSatisfy({ !$0.isControl && $0 != .space }) else { throw .malformedHost }
        var text = method
        text.append(.space)
        text.append(contentsOf: path)
        text.append(" HTTP/1.1\r\nHost: ")
        text.append(contentsOf: server)
        text.append("\r\n")
        text.append(contentsOf: lines)
        text.append("\r\n")
        var parser = RequestParser(limits: limits)
        var offset = 0
        switch unsafe parser.next(text.span.bytes, at: &offset) {
        case .request(let request), .head(let request):
            // A second defence against smuggled fields: the HTTP/1.1 text that was made of the HTTP/2 head must be
            // parsed as one head with as many fields as the client sent.
            guard offset == text.count, request.headers.count == fieldCount + 1 else { throw .malformedRequestLine }
            return (request, parser.expectsContinue)
        case .refuse(let refusal): throw refusal
        case .needMore, .body, .end: throw .malformedRequestLine
        }
    }
}

extension UInt8 {
    /// Whether the byte is a control character but not the tab (RFC 9110 §5.5).
    fileprivate var isControl: Bool { self < 32 && self != .tab || self == 127 }
}
