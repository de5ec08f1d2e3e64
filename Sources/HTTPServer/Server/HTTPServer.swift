import EventLoop
import TLS

/// An HTTP server on one loop, with TLS or without. A process has one per loop, all on the same port.
///
/// It serves until it is drained, whether or not anybody holds it.
public final class HTTPServer: Sendable {
    public let loop: EventLoop
    private let service: Service
    private let listener: TCPListener

    /// The port that it listens on, also where 0 was asked for.
    public var port: UInt16 { listener.port }

    /// Clients can connect when it returns. May be called from any thread.
    ///
    /// - Parameters:
    ///   - host: a numeric address, or `localhost`.
    ///   - port: 0 lets the system choose.
    ///   - credentials: what it does TLS with; plain HTTP without.
    ///   - commonFields: stand in every answer, behind its own.
    ///   - refusal: the answer to what is refused before it is a request; the connection closes after it.
    ///   - respond: called on the loop for every request; must not block.
    /// - Throws: what the system says about the address or the socket.
    public init(
        on loop: EventLoop, host: String, port: UInt16, limits: HTTPLimits = HTTPLimits(),
        credentials: ServerCredentials? = nil, commonFields: HTTPFields = HTTPFields(),
        refusal: @escaping @Sendable (Refusal) -> HTTPResponse = { $0.response },
        respond: @escaping @Sendable (HTTPRequest) -> Reply
    ) throws(SystemError) {
        let service = Service(limits, credentials, commonFields, refusal: refusal, respond: respond)
        self.loop = loop
        self.service = service
        listener = try TCPListener(on: loop, host: host, port: port) { service.accept($0) }
    }

    /// How many connections are open. On the loop only.
    public var connectionCount: Int {
        loop.preconditionCurrent()
        return service.connectionCount
    }

    /// On the loop only.
    public var statistics: HTTPStatistics {
        loop.preconditionCurrent()
        return service.statistics
    }

    /// Room in the memory that connections gather answers in, while none of them has it. On the loop only.
    package var spareBytes: Int {
        loop.preconditionCurrent()
        return service.spareBytes
    }

    /// Accepts no more, closes idle connections, answers what is under way with `Connection: close`, and closes what is left after
    /// `limit`. Returns when no connection is open. May be called from anywhere, and again.
    public func drain(within limit: Duration = .seconds(25)) async {
        listener.close()
        await withCheckedContinuation { done in
            loop.execute { self.service.drain(within: limit, on: self.loop) { done.resume() } }
        }
    }
}
