/// The limits of one HTTP client.
public struct ClientLimits: Sendable {
    /// The maximum number of requests that wait for a stream of the HTTP client's connection.
    public var queue = 10_000
    /// The maximum number of requests in progress on one connection. The server may set a lower one.
    public var streams = 500
    /// The maximum size of the body of an answer to the HTTP client in bytes.
    public var responseBody = 64 * 1024
    /// The maximum size of an answer's header fields in bytes, trailers included.
    public var responseFields = 16 * 1024
    /// The maximum time from the call of `send` to the end of the answer. It includes repeated attempts.
    public var timeout: Duration = .seconds(30)
    /// The maximum time for opening a TCP connection to one address.
    public var connectTimeout: Duration = .seconds(5)
    /// The maximum time for the TLS handshake, and also the maximum time from its end to the server's first SETTINGS
    /// frame.
    public var handshakeTimeout: Duration = .seconds(10)
    /// The time without a received byte after which the client sends a PING.
    public var pingAfter: Duration = .seconds(20)
    /// The maximum time from a PING to the next received byte. After this time the connection counts as lost.
    public var pingTimeout: Duration = .seconds(10)
    /// The time without a request after which the HTTP client closes its connection.
    public var idleTimeout: Duration = .seconds(900)
    /// The maximum number of times that a request is sent if the server refuses it without processing it. If this
    /// number of successive connections ends without an answer, the waiting requests fail.
    public var attempts = 3

    public init() {}
}
