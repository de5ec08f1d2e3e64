public import EventLoop
public import TLS

/// An HTTP/2 client of one server over TLS, on one loop. It keeps at most one connection that takes new requests, and
/// opens it when the first request needs it.
///
/// A request is sent again only if the server has certainly not processed it: the server refused its stream, or ended
/// the connection with a GOAWAY that does not include the stream (RFC 9113 §8.7).
public final class HTTPClient: Sendable {
    public let origin: HTTPSOrigin
    private let queue: LoopBound<RequestQueue>

    /// Makes a client, without opening a connection. May be called from any thread.
    ///
    /// - Parameters:
    ///   - context: TLS settings for client connections, with HTTP/2 as an offered protocol. Several clients can share
    ///     them.
    ///   - permits: whether the client may connect to an address of the server's name.
    public init(
        to origin: HTTPSOrigin, on loop: EventLoop, _ context: TLSContext, limits: ClientLimits = ClientLimits(),
        permits: @escaping @Sendable (SocketAddress) -> Bool = { _ in true }
    ) {
        self.origin = origin
        queue = LoopBound(sending: RequestQueue(origin, loop, context, limits, permits: permits), on: loop)
    }

    /// Sends a request and returns the complete answer, whatever its status is. May be called from any thread.
    public func send(_ request: ClientRequest) async throws(ClientFailure) -> ClientResponse {
        let answer: Result<ClientResponse, ClientFailure>
        do { answer = try await queue.run { await $0.send(request) } } catch { answer = .failure(.cancelled) }
        return try answer.get()
    }

    /// Closes the client's connections. Requests in progress and later ones fail with `cancelled`. May be called from
    /// any thread, and several times.
    public func close() {
        queue.execute { $0.close() }
    }
}
