import DequeModule
import EventLoop
import TLS

/// The requests of one client that wait for a stream, and the client's connections.
final class RequestQueue {
    let origin: HTTPSOrigin
    let loop: EventLoop
    let context: TLSContext
    let limits: ClientLimits
    let permits: @Sendable (SocketAddress) -> Bool
    let buffers = TLSBuffers()

    private var waiting: Deque<ClientExchange> = []
    /// The HTTP client's connection that takes new requests; `nil` if there is none.
    private var current: ClientConnection?
    /// All open connections, including those that only wait for the answers to their last requests.
    private var connections: [ObjectIdentifier: ClientConnection] = [:]
    var isConnecting = false
    private(set) var isClosed = false
    /// The number of successive connections that ended before any answer arrived on them.
    private var fruitless = 0

    init(
        _ origin: HTTPSOrigin, _ loop: EventLoop, _ context: TLSContext, _ limits: ClientLimits,
        permits: @escaping @Sendable (SocketAddress) -> Bool
    ) {
        self.origin = origin
        self.loop = loop
        self.context = context
        self.limits = limits
        self.permits = permits
    }

    func send(_ request: ClientRequest) async -> Result<ClientResponse, ClientFailure> {
        let exchange = ClientExchange(request)
        return await loop.withCancellation {
            await withCheckedContinuation { start(exchange, $0) }
        } onCancel: {
            self.abandon(exchange, .cancelled)
        }
    }

    private func start(
        _ exchange: ClientExchange, _ continuation: CheckedContinuation<Result<ClientResponse, ClientFailure>, Never>
    ) {
        guard !exchange.isOver, !isClosed else { return continuation.resume(returning: .failure(.cancelled)) }
        exchange.continuation = continuation
        guard waiting.count < limits.queue else { return exchange.end(.failure(.queueFull)) }
        exchange.deadline = loop.schedule(after: limits.timeout) {
            self.abandon(exchange, .timeout(wasSent: exchange.place != nil))
        }
        waiting.append(exchange)
        advance()
    }

    /// Ends an exchange before its answer is complete, and cancels its stream.
    private func abandon(_ exchange: ClientExchange, _ failure: ClientFailure) {
        guard !exchange.isOver else { return }
        let place = exchange.place
        exchange.end(.failure(failure))
        if let place { place.connection.cancel(place.stream) } else { waiting.removeAll { $0 === exchange } }
    }

    /// Sends as many waiting requests as the current connection has streams for. Opens a connection if there is none.
    func advance() {
        guard !isClosed, !waiting.isEmpty else { return }
        guard let current else { return connect() }
        while current === self.current, current.hasRoom, let next = waiting.popFirst() { current.begin(next) }
        current.flush()
    }

    /// Uses a connection for new requests after its TLS handshake is complete.
    func adopt(_ connection: ClientConnection) {
        isConnecting = false
        current = connection
        connections[ObjectIdentifier(connection)] = connection
    }

    /// Fails all requests of the client that wait, since no connection could be opened.
    func connectingFailed(_ failure: ClientFailure) {
        isConnecting = false
        failWaiting(failure)
    }

    private func failWaiting(_ failure: ClientFailure) {
        let failed = waiting
        waiting = []
        for exchange in failed { exchange.end(.failure(failure)) }
    }

    /// Records that a complete answer to a client's request has arrived.
    func noteAnswer() { fruitless = 0 }

    /// Sends no more requests on a connection that ends. A new connection is opened if requests wait. After several
    /// successive connections without an answer, the waiting requests fail.
    func retire(_ connection: ClientConnection) {
        guard current === connection else { return }
        current = nil
        fruitless += connection.hasServed ? 0 : 1
        guard fruitless >= limits.attempts else { return }
        fruitless = 0
        failWaiting(.unreachable("the server ends each connection before it answers"))
    }

    /// Puts requests that the server has certainly not processed at the front of the queue.
    func putBack(_ exchanges: [ClientExchange]) {
        for exchange in exchanges.reversed() where !exchange.isOver {
            exchange.place = nil
            if isClosed {
                exchange.end(.failure(.cancelled))
            } else if exchange.attempts >= limits.attempts {
                exchange.end(.failure(.notProcessed))
            } else {
                waiting.prepend(exchange)
            }
        }
    }

    func connectionClosed(_ connection: ClientConnection) {
        retire(connection)
        connections[ObjectIdentifier(connection)] = nil
        advance()
    }

    func close() {
        guard !isClosed else { return }
        isClosed = true
        failWaiting(.cancelled)
        for connection in Array(connections.values) { connection.close() }
    }
}
