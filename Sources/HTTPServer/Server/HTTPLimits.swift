/// The limits of one client.
public struct HTTPLimits: Sendable {
    /// The length of the request line without its CRLF, in bytes; 414 above.
    public var requestLine = 8 * 1024
    /// The size of the header section (and of the trailer section) with its CRLFs, in bytes; 431 above.
    public var fieldBytes = 32 * 1024
    /// The number of fields in a section; 431 above.
    public var fieldCount = 100
    /// The size of a request body in bytes; 413 above.
    public var body = 1024 * 1024
    /// The body limit of some requests, such as uploads, decided from the head (the body is still empty); `nil`: `body`
    /// applies.
    public var bodyFor: (@Sendable (HTTPRequest) -> Int?)?
    /// The size of all incomplete bodies on this server in bytes; 503 above.
    public var bodiesTogether = 256 * 1024 * 1024

    /// The number of connections on this server (one loop); one more gets 503 and is closed.
    public var connections = 20_000
    /// The number of requests of one connection in progress, at which reading pauses.
    public var pipelineDepth = 16
    /// The number of unread bytes of output at which producers are suspended, reading pauses and the next answer waits.
    public var writeHighMark = 64 * 1024
    /// The size of all unread answers on this server in bytes. Above it, the connections with the largest product of
    /// size and time are reset.
    public var unsentTogether = 256 * 1024 * 1024

    /// The time from the start of a connection to the end of its TLS handshake; it is closed after.
    public var handshakeTimeout: Duration = .seconds(5)
    /// The time from the first byte of a request (or from the start of the connection) to the end of its head; 408
    /// after.
    public var headerTimeout: Duration = .seconds(10)
    /// The time between requests after which the connection is closed.
    public var idleTimeout: Duration = .seconds(60)
    /// The time that a body may take, and one second longer for each `bodyRate` bytes received; 408 after.
    public var bodyGrace: Duration = .seconds(10)
    /// The slowest average rate of a body after the grace period, in bytes per second.
    public var bodyRate = 1_000
    /// The time over which a client's reading is averaged. With output pending it must read `answerRate` bytes per
    /// second; otherwise the connection is reset.
    public var writeStallTimeout: Duration = .seconds(30)
    public var answerRate = 1_000
    /// The time in which a client can read a last answer. Some further input is dropped meanwhile, and more is not
    /// read: an immediate reset could destroy the answer.
    public var lingerTimeout: Duration = .seconds(2)
    public var lingerBytes = 256 * 1024

    /// The time for which a draining server still answers connections between two requests: the next may be in flight,
    /// and would be lost.
    public var drainGrace: Duration = .milliseconds(250)

    /// The further limits for HTTP/2.
    public var http2 = HTTP2Limits()

    public init() {}
}
