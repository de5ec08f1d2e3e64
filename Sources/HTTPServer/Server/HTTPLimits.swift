/// What one client may cost. The defaults are the project's; tests inject smaller ones.
public struct HTTPLimits: Sendable {
    /// Request line without its CRLF, in bytes; 414 above.
    public var requestLine = 8 * 1024
    /// Header section (and trailer section) with its CRLFs, in bytes; 431 above.
    public var fieldBytes = 32 * 1024
    /// Fields in a section; 431 above.
    public var fieldCount = 100
    /// Request body in bytes; 413 above.
    public var body = 1024 * 1024
    /// Another body limit for some requests, such as uploads, decided by head alone (the body is still empty); nil: `body` holds.
    public var bodyFor: (@Sendable (HTTPRequest) -> Int?)?
    /// Bodies under way on this server together, in bytes; 503 above.
    public var bodiesTogether = 256 * 1024 * 1024

    /// Connections at a time on this server (one loop); one more gets 503 and is closed.
    public var connections = 20_000
    /// Requests of one connection that are being answered at a time; reading pauses at this depth.
    public var pipelineDepth = 16
    /// Bytes that wait for a slow reader before producers are suspended, reading pauses and the next answer has to wait.
    public var writeHighMark = 64 * 1024
    /// Bytes of answers on this server that their clients have not taken, all together; above it, those go that have held up most for
    /// longest.
    public var unsentTogether = 256 * 1024 * 1024

    /// From the start of a connection to the end of its TLS handshake; it is closed after.
    public var handshakeTimeout: Duration = .seconds(5)
    /// From the first byte of a request (or from the start of the connection) to the end of its head; 408 after.
    public var headerTimeout: Duration = .seconds(10)
    /// Between requests; the connection is closed after.
    public var idleTimeout: Duration = .seconds(60)
    /// A body may take this long, and longer by a second for each `bodyRate` bytes that have come; 408 after.
    public var bodyGrace: Duration = .seconds(10)
    /// The slowest average that a body may come at after the grace, in bytes a second.
    public var bodyRate = 1_000
    /// With bytes to send, the client has to take `answerRate` bytes a second, on the average of each such while; the connection is reset
    /// else.
    public var writeStallTimeout: Duration = .seconds(30)
    public var answerRate = 1_000
    /// How long a client has to take a last answer. So many bytes of what it still sends are thrown away meanwhile, and more is not read:
    /// a reset at once could tear the answer away from it.
    public var lingerTimeout: Duration = .seconds(2)
    public var lingerBytes = 256 * 1024

    /// How long a server that drains still answers who is between two requests: the next may be on its way, and would be lost.
    public var drainGrace: Duration = .milliseconds(250)

    /// What holds for HTTP/2 besides.
    public var http2 = HTTP2Limits()

    public init() {}
}
