import EventLoop

/// A complete request with its body. Its parts are ranges of the received bytes.
///
/// Everything was checked by the parser. In particular the path starts with `/` (or is `*` for OPTIONS), its
/// percent-encodings are well formed and decode to UTF-8, and it has no dot segments, encoded slashes or control
/// characters.
public struct HTTPRequest: Sendable {
    public let method: HTTPMethod
    public let headers: HTTPHeaders
    /// The whole body of the request; chunks are already joined. Empty if the request has no body, or if its handler
    /// reads the body by `incoming`.
    public internal(set) var body: [UInt8]
    /// The reader of the body, for a request whose handler has started before the body arrived; otherwise `nil`.
    public internal(set) var incoming: HTTPBodyReader?
    /// The peer's address; `nil` if the system did not report it.
    public internal(set) var peerAddress: SocketAddress?
    /// The wall-clock time at which the request's head was complete, in whole seconds since 1970-01-01T00:00:00Z.
    public internal(set) var receivedAt: Int64

    /// Whether the request came over TLS to this server.
    public internal(set) var isSecure = false

    let line: RequestLine
    /// Whether the client allows another request on the connection after this request.
    var keepsAlive = true

    init(line: RequestLine, headers: HTTPHeaders) {
        self.method = line.method
        self.line = line
        self.headers = headers
        self.body = []
        self.incoming = nil
        self.peerAddress = nil
        self.receivedAt = 0
    }

    /// The request target as in the request line: path and query, or for a proxy-style request the whole URL.
    public var target: String { String(decoding: targetBytes, as: UTF8.self) }

    /// The bytes of the request target as in the request line, shared with the request's buffer.
    public var targetBytes: ArraySlice<UInt8> { headers.buffer[line.target.range] }

    /// The bytes of the request's path as sent, with percent-encodings, shared with the request's buffer.
    public var pathBytes: ArraySlice<UInt8> { headers.buffer[line.path.range] }

    /// The request's path as sent, with percent-encodings.
    public var path: String { String(decoding: pathBytes, as: UTF8.self) }

    /// Whether the request's path has percent-encodings. If not, its bytes can be compared with a route's directly.
    public var pathHasEscapes: Bool { line.pathHasEscapes }

    /// The segments of the request's path, percent-decoded: `/api/v1/a%20b` gives `["api", "v1", "a b"]`, `/` gives
    /// `[""]`.
    public var pathSegments: [String] {
        pathBytes.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map { segment in
            String(decoding: line.pathHasEscapes ? percentDecoded(segment) ?? [] : Array(segment), as: UTF8.self)
        }
    }

    /// The bytes of the query: the part of the request target after the first `?`, as sent; `nil` without a `?`.
    public var queryBytes: ArraySlice<UInt8>? { line.query.map { headers.buffer[$0.range] } }

    /// The minor version that the client speaks: 0 for HTTP/1.0, and 1 for HTTP/1.1 and HTTP/2.
    public var minorVersion: UInt8 { line.minorVersion }
}
