/// The limits that an HTTP server sets: for each client, and for all clients of one loop together.
public struct HTTPLimits: Sendable {
    /// The maximum length of the request line without its CRLF, in bytes. A longer one gets 414.
    public var requestLine = 8 * 1024
    /// The maximum size of the header section (and of the trailer section) with its CRLFs, in bytes. A larger one gets
    /// 431.
    public var fieldBytes = 32 * 1024
    /// The maximum number of fields in a header or trailer section. More fields get 431.
    public var fieldCount = 100
    /// The maximum size of a request body in bytes. A larger one gets 413.
    public var body = 1024 * 1024
    /// Whether a request body with a content coding, such as gzip, is accepted. The server does not decode it, so the
    /// handler gets the encoded bytes. If `false`, such a request gets 415.
    public var acceptsEncodedBodies = false
    /// Returns the maximum size of the body, in bytes, for a request that needs another one than `body`, such as an
    /// upload. The function gets only the request's head. If it is `nil` or returns `nil`, `body` applies.
    public var bodyFor: (@Sendable (HTTPRequest) -> Int?)?
    /// Returns the maximum size of the body, in bytes, for a request whose handler starts at the request's head and
    /// reads the body while it arrives (`HTTPRequest.incoming`); `nil` for other requests. The function gets only the
    /// request's head. The server's closure `foresee`, which decides about `100 Continue`, is not called for such a
    /// request. The method of such a request must not be a safe one.
    public var streamFor: (@Sendable (HTTPRequest) -> Int?)?
    /// The maximum size of all incomplete request bodies on this server in bytes. A request gets 503 if its body and
    /// the other bodies together would exceed it.
    public var bodiesTogether = 256 * 1024 * 1024

    /// The maximum number of connections on this server (one loop). Up to one eighth more are answered with 503
    /// (HTTP/2: GOAWAY) and closed; further ones are reset.
    public var connections = 20_000
    /// The number of requests in progress on one connection at which the server stops reading from the client.
    public var pipelineDepth = 16
    /// The number of unsent bytes on one connection above which producers of bodies are suspended, the server stops
    /// reading from the client, and the next answer waits.
    public var writeHighMark = 64 * 1024
    /// The maximum size in bytes of all answers on this server that the kernel has not accepted yet. Above it,
    /// connections are reset, first those with the largest product of unsent bytes and waiting time.
    public var unsentTogether = 256 * 1024 * 1024

    /// The maximum time from the start of a connection to the end of its TLS handshake. After it, the connection is
    /// closed.
    public var handshakeTimeout: Duration = .seconds(5)
    /// The maximum time from the first byte of a request (or from the start of the connection) to the end of the
    /// request's head. An HTTP/1.1 client that has sent only a part of the head by then gets 408; any other connection
    /// is closed.
    public var headerTimeout: Duration = .seconds(10)
    /// The time without a request after which the server closes a connection.
    public var idleTimeout: Duration = .seconds(60)
    /// The maximum time in which a request's body must arrive. It is extended by one second for each `bodyRate` bytes
    /// received. A slower client gets 408.
    public var bodyGrace: Duration = .seconds(10)
    /// The slowest average rate at which a request's body may arrive after `bodyGrace`, in bytes per second.
    public var bodyRate = 1_000
    /// The period over which the rate at which a client reads its answers is averaged. While output waits for the
    /// client, it must read `answerRate` bytes per second. Otherwise the connection is reset.
    public var writeStallTimeout: Duration = .seconds(30)
    public var answerRate = 1_000
    /// The time in which a client can read the last answer before the connection is closed. Up to `lingerBytes` of
    /// further input are dropped meanwhile, and more is not read. An immediate reset could destroy the answer.
    public var lingerTimeout: Duration = .seconds(2)
    public var lingerBytes = 256 * 1024

    /// The time for which a draining server keeps a connection that has no request in progress. The next request may be
    /// in flight, and would be lost if the connection were closed at once.
    public var drainGrace: Duration = .milliseconds(250)

    /// The limits that apply only to HTTP/2 connections, in addition to the limits for all connections.
    public var http2 = HTTP2Limits()

    public init() {}
}
