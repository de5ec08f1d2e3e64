public import Endpoints

/// An answer as a value. The server adds the status line, Date, the framing (Content-Length or chunks) and Connection.
public struct HTTPResponse: Sendable {
    public var status: HTTPStatus
    public var fields: HTTPFields
    public var body: HTTPBody
    /// The request's id; the server generates one if there is none.
    public var requestID: RequestID?

    public init(_ status: HTTPStatus, fields: HTTPFields = HTTPFields(), body: HTTPBody = .empty) {
        self.status = status
        self.fields = fields
        self.body = body
    }
}

/// The body of an answer. It is omitted, and a producer never started, for HEAD, 204 and 304.
public enum HTTPBody: Sendable {
    case empty
    case bytes([UInt8])
    /// A body that is written piece by piece, by a task on the connection's loop. `write` returns when the client has
    /// read enough, so a slow client suspends the producer and does not fill the memory.
    ///
    /// With a length the answer has a Content-Length, and the producer must write exactly that many bytes; without one
    /// it is sent in chunks, or to an HTTP/1.0 client until the connection closes. If the producer throws, the
    /// connection is reset, so that the client knows that the body is incomplete.
    case chunks(length: Int? = nil, produce: @Sendable (HTTPBodyWriter) async throws -> Void)
}

/// The verdict on a request before its body, for a client that waits for `100 Continue` (RFC 9110 §10.1.1).
public enum Prospect {
    /// There is no objection to the request: the server sends `100 Continue`.
    case mayContinue
    /// The request is refused, whatever its body is.
    case refused(HTTPResponse)
    /// The verdict must be awaited; it is `nil` for `mayContinue`.
    case later(() async -> HTTPResponse?)
}

/// The way in which a request is answered.
public enum Reply {
    /// The answer is known at once. No task is created, and the answers to several pipelined requests leave in one
    /// write.
    case now(HTTPResponse)
    /// The answer comes from a task that prefers the connection's loop and is cancelled when the client disconnects.
    /// The closure must turn its errors into an answer, and must not assume that the client is still there.
    case later(() async -> HTTPResponse)
}
