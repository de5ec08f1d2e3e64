/// The limits of one client.
public struct HTTPLimits: Sendable {
    /// Request line without its CRLF, in bytes; 414 above.
    public var requestLine = 8 * 1024
    /// Header section (and trailer section) with its CRLFs, in bytes; 431 above.
    public var fieldBytes = 32 * 1024
    /// Fields in a section; 431 above.
    public var fieldCount = 100
    /// Request body in bytes; 413 above.
    public var body = 1024 * 1024
    /// Another body limit for some requests, such as uploads, decided from the head (the body is still empty); `nil`:
    /// `body` applies.
    public var bodyFor: (@Sendable (HTTPRequest) -> Int?)?
    /// The bytes of all incomplete bodies on this server; 503 above.
    public var bodiesTogether = 256 * 1024 * 1024

    /// Connections on this server (one loop); one more gets 503 and is closed.
    public var connections = 20_000
    /// Requests of one connection in progress; reading pauses at this depth.
    public var pipelineDepth = 16
    /// Unread output at which producers are suspended, reading pauses and the next answer waits.
    public var writeHighMark = 64 * 1024
    /// The bytes of all unread answers on this server; above it, the connections with the largest product of size and
    /// time are reset.
    public var unsentTogether = 256 * 1024 * 1024

    /// From the start of a connection to the end of its TLS handshake; it is closed after.
    public var handshakeTimeout: Duration = .seconds(5)
    /// From the first byte of a request (or from the start of the connection) to the end of its head; 408 after.
    public var headerTimeout: Duration = .seconds(10)
    /// Between requests; the connection is closed after.
    public var idleTimeout: Duration = .seconds(60)
    /// A body may take this long, and one second longer for each `bodyRate` bytes received; 408 after.
    public var bodyGrace: Duration = .seconds(10)
    /// The slowest average rate of a body after the grace, in bytes per second.
    public var bodyRate = 1_000
    /// With output pending, the client must read `answerRate` bytes per second, averaged over this time; otherwise the
    /// connection is reset.
    public var writeStallTimeout: Duration = .seconds(30)
    public var answerRate = 1_000
    /// The time in which a client can read a last answer. Some further input is dropped meanwhile, and more is not
    /// read: an immediate reset could destroy the answer.
    public var lingerTimeout: Duration = .seconds(2)
    public var lingerBytes = 256 * 1024

    /// How long a draining server still answers connections between two requests: the next may be in flight, and would
    /// be lost.
    public var drainGrace: Duration = .milliseconds(250)

    /// Further limits for HTTP/2.
    public var http2 = HTTP2Limits()

    public init() {}
}
