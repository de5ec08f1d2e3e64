public import Endpoints

/// An answer as a value. The server adds the status line, Date, the framing (Content-Length or chunks) and Connection.
public struct HTTPResponse: Sendable {
    public var status: HTTPStatus
    public var fields: HTTPFields
    public var body: HTTPBody
    /// What its request is called; the server makes one up where there is none.
    public var requestID: RequestID?

    public init(_ status: HTTPStatus, fields: HTTPFields = HTTPFields(), body: HTTPBody = .empty) {
        self.status = status
        self.fields = fields
        self.body = body
    }
}

/// What follows the head of an answer. It is left out, and a producer never started, for HEAD, 204 and 304.
public enum HTTPBody: Sendable {
    case empty
    case bytes([UInt8])
    /// A body that is written piece by piece, by a task on the connection's loop. `write` returns when the client has
    /// taken enough of what came before, so a slow client holds up the producer and not the memory.
    ///
    /// With a length the answer has a Content-Length, and the producer must write exactly that much; without one it is sent in
    /// chunks, or to an HTTP/1.0 client until the connection closes. If the producer throws, the connection is reset, so
    /// that the client knows that the body is cut short.
    case chunks(length: Int? = nil, produce: @Sendable (HTTPBodyWriter) async throws -> Void)
}

/// What is known of a request before its body has come, whose client waits to hear whether to send that (RFC 9110 §10.1.1).
public enum Prospect: Sendable {
    /// Nothing speaks against it: `100 Continue`.
    case mayContinue
    /// It is refused, whatever the body is.
    case refused(HTTPResponse)
    /// It has to be asked; `nil` for `mayContinue`.
    case later(@Sendable () async -> HTTPResponse?)
}

/// How a request is answered.
public enum Reply: Sendable {
    /// At once: no task is made, and the answers to several pipelined requests leave in one write.
    case now(HTTPResponse)
    /// By a task that prefers the connection's loop and is cancelled when the client goes away. An error is
    /// the closure's own to turn into an answer; it must not take for granted that anybody still listens.
    case later(@Sendable () async -> HTTPResponse)
}
