public import Endpoints

/// The answer to an HTTP request as a value. The server adds the status line, Date, the framing (Content-Length or
/// chunks) and Connection.
public struct HTTPResponse: Sendable {
    public var status: HTTPStatus
    public var fields: HTTPFields
    public var body: HTTPBody
    /// The id of the request, which the answer's head repeats; `nil` lets the server generate one.
    public var requestID: RequestID?

    public init(_ status: HTTPStatus, fields: HTTPFields = HTTPFields(), body: HTTPBody = .empty) {
        self.status = status
        self.fields = fields
        self.body = body
    }
}

/// The body of an answer. For HEAD, 204 and 304 it is omitted, and its producer is not started.
public enum HTTPBody: Sendable {
    case empty
    case bytes([UInt8])
    /// A body that is written piece by piece, by a task on the connection's loop. `write` returns when the client has
    /// read enough, so a slow client suspends the producer and does not fill the memory.
    ///
    /// With a length, the answer has a Content-Length, and the producer must write exactly that many bytes. Without a
    /// length, the body is sent in chunks; for an HTTP/1.0 client it ends when the connection closes. If the producer
    /// throws, or writes another number of bytes, the connection (with HTTP/2: the stream) is reset, so that the client
    /// knows that the body is incomplete.
    case chunks(length: Int? = nil, produce: @Sendable (HTTPBodyWriter) async throws -> Void)
}

/// The decision whether a client that waits for `100 Continue` may send the body of its request (RFC 9110 §10.1.1).
public enum Prospect {
    /// The client may send the body, so the server sends `100 Continue`.
    case mayContinue
    /// The request is refused with this answer, whatever its body would be.
    case refused(HTTPResponse)
    /// The closure decides later. It returns the answer that refuses the request, or `nil` if the client may send the
    /// body.
    case later(() async -> HTTPResponse?)
}

/// A handler's reply to a request: the answer itself, or a function that makes it later.
public enum Reply {
    /// The answer is known at once. Then no task is created, and the answers to several pipelined requests are sent in
    /// one write.
    case now(HTTPResponse)
    /// The answer comes from a task whose preferred executor is the connection's loop. The task is cancelled when the
    /// client disconnects. The closure must turn its errors into an answer, and must not assume that the client is
    /// still there.
    case later(() async -> HTTPResponse)
}
