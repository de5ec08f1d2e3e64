import EventLoop
import TLS

/// An HTTP server on one loop, with TLS or without. A process has one per loop, all on the same port.
///
/// It serves until it is drained, even if nothing refers to it.
public final class HTTPServer: Sendable {
    public let loop: EventLoop
    private let service: LoopBound<HTTPService>
    private let listener: TCPListener

    /// The port that the server listens on, also if the system chose it; 0 for a Unix socket.
    public var port: UInt16 { listener.port }

    /// Serves the clients that connect to `socket`. May be called from any thread.
    ///
    /// - Parameters:
    ///   - expectsProxyHeader: whether a connection from this address (`nil` for a Unix socket) begins with a PROXY
    ///     protocol header.
    ///   - credentials: the TLS credentials; `nil` for plain HTTP.
    ///   - commonFields: added to every answer, after its own fields.
    ///   - refusal: returns the answer to a refused request. An HTTP/1.1 connection closes after it.
    ///   - foresee: decides whether a client that sent `Expect: 100-continue` may send the body. Called on the loop;
    ///     must not block.
    ///   - respond: called on the loop for every complete request; must not block.
    public init(
        on loop: EventLoop, _ socket: consuming ListeningSocket, limits: HTTPLimits = HTTPLimits(),
        expectsProxyHeader: (@Sendable (SocketAddress?) -> Bool)? = nil,
        credentials: ServerCredentials? = nil, commonFields: HTTPFields = HTTPFields(),
        refusal: @escaping @Sendable (Refusal) -> HTTPResponse = { $0.response },
        foresee: @escaping @Sendable (HTTPRequest) -> Prospect = { _ in .mayContinue },
        respond: @escaping @Sendable (HTTPRequest) -> Reply
    ) {
        let service = LoopBound(
            sending: HTTPService(
                limits, credentials, commonFields, refusal: refusal, foresee: foresee, respond: respond),
            on: loop)
        self.loop = loop
        self.service = service
        listener = TCPListener(on: loop, socket, expectsProxyHeader: expectsProxyHeader) { service.value.accept($0) }
    }

    /// The number of open connections of the server, including those in their TLS handshake. Must be read on the loop's
    /// thread.
    public var connectionCount: Int { service.value.connectionCount }

    /// The counters of the server. Must be read on the loop's thread.
    public var statistics: HTTPStatistics { service.value.statistics }

    /// The capacity in bytes of the output buffer that all connections of the server share; 0 while a connection uses
    /// it. Must be read on the loop's thread.
    package var spareBytes: Int { service.value.spareBytes }

    /// Begins to drain the server: accepts no more connections, and lets each open connection end after its requests in
    /// progress. May be called from any thread, and several times.
    public func beginDraining() {
        listener.close()
        service.execute { $0.beginDraining() }
    }

    /// Drains the server, and closes connections that are still open after `limit`. Returns when no connection is open.
    /// May be called from any thread, and several times.
    public func drain(within limit: Duration = .seconds(25)) async {
        beginDraining()
        await withCheckedContinuation { done in
            service.execute { [loop] in $0.drain(within: limit, on: loop) { done.resume() } }
        }
    }
}
