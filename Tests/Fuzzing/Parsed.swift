import HTTPServer

/// The results of the HTTP/1.1 parser for the bytes of a connection: the complete requests, the refusal if the parser
/// refused the bytes, and whether they ended in the middle of a request.
package struct Parsed: Equatable, CustomStringConvertible {
    package struct Request: Equatable {
        package var method: String
        package var target: String
        package var minorVersion: UInt8
        /// The header fields as lines `name: value`.
        package var headers: [String]
        package var body: [UInt8]
        package var keepsAlive: Bool

        package init(
            method: String, target: String, minorVersion: UInt8, headers: [String], body: [UInt8], keepsAlive: Bool
        ) {
            self.method = method
            self.target = target
            self.minorVersion = minorVersion
            self.headers = headers
            self.body = body
            self.keepsAlive = keepsAlive
        }
    }

    package var requests: [Request] = []
    package var refusal: Refusal?
    /// Whether the bytes, if they were not refused, ended in the middle of a request.
    package var isIncomplete = false

    package var description: String {
        "\(requests) refusal: \(String(describing: refusal)) incomplete: \(isIncomplete)"
    }
}

/// Passes the pieces of a connection's bytes to an HTTP/1.1 parser, and stops where a connection would stop: after a
/// refusal, or after a request that closes the connection.
package func parse(_ pieces: [[UInt8]], limits: ParserLimits = ParserLimits()) -> Parsed {
    var parser = RequestParser(limits: limits)
    var parsed = Parsed()
    var current: Parsed.Request?
    for piece in pieces {
        unsafe piece.withUnsafeBytes { buffer in
            let bytes = unsafe RawSpan(_unsafeBytes: buffer)
            var offset = 0
            scan: while parsed.refusal == nil, parsed.requests.last?.keepsAlive != false {
                switch parser.next(bytes, at: &offset) {
                case .needMore: break scan
                case .request(let request): parsed.requests.append(Parsed.Request(request, parser))
                case .head(let request): current = Parsed.Request(request, parser)
                case .body(let range): current?.body.append(contentsOf: piece[range])
                case .end:
                    if let request = current { parsed.requests.append(request) }
                    current = nil
                case .refuse(let refusal): parsed.refusal = refusal
                }
            }
        }
    }
    parsed.isIncomplete =
        parsed.refusal == nil && parsed.requests.last?.keepsAlive != false && !parser.isBetweenRequests
    return parsed
}

package func parse(_ text: String, limits: ParserLimits = ParserLimits()) -> Parsed {
    parse([Array(text.utf8)], limits: limits)
}

extension Parsed.Request {
    /// A request with the head that the parser has just completed, and without a body.
    fileprivate init(_ request: HTTPRequest, _ parser: RequestParser) {
        self.init(
            method: request.method.rawValue, target: request.target, minorVersion: request.minorVersion,
            headers: request.headers.pairs.map { "\($0.name): \($0.value)" }, body: [], keepsAlive: parser.keepsAlive)
    }
}
