import Endpoints
import EventLoop
import Metrics
import TLS

/// The functions that the server needs of a client's connection, of HTTP/1.1 or HTTP/2.
protocol ServedConnection: AnyObject {
    func start()
    /// Refuses the client's connection or request, and tells the client the reason.
    func refuse(_ refusal: Refusal)
    /// Lets the connection end after the requests in progress, without accepting further ones.
    func drain()
    func close()
    /// Resets the TCP connection, so that the client learns that an answer is incomplete.
    func reset()
    /// The bytes of the connection's answers that the kernel has not accepted.
    var unsent: Unsent { get }
}

/// The state and the settings that all connections of one HTTP server share.
final class HTTPService {
    let limits: HTTPLimits
    let parserLimits: ParserLimits
    let respond: @Sendable (HTTPRequest) -> Reply
    let foresee: @Sendable (HTTPRequest) -> Prospect
    private let answerToRefusal: @Sendable (Refusal) -> HTTPResponse
    /// The certificate and key for TLS; `nil` for plain HTTP.
    let credentials: ServerCredentials?
    /// The header fields that the server adds to every answer.
    let commonFields: HTTPFields

    private let tlsBuffers: TLSBuffers?
    private var handshakes: [ObjectIdentifier: TLSConnection] = [:]
    private(set) var connections: [ObjectIdentifier: any ServedConnection] = [:]
    private(set) var isDraining = false
    private var whenDrained: [() -> Void] = []
    /// The number of bytes of incomplete request bodies on the server.
    var bodyBytes = 0
    /// The number of bytes of answers that the kernel has not accepted yet, of all connections of the server.
    var unsentBytes = 0
    var isShedding = false
    var date = DateField()
    private var spareMemory: [UInt8] = []
    var statistics = HTTPStatistics()
    private var parseSampler = Sampler()
    private var writeSampler = Sampler()
    /// The source of random request ids for answers that have none.
    private var ids = SystemRandomNumberGenerator()

    init(
        _ limits: HTTPLimits, _ credentials: ServerCredentials?, _ commonFields: HTTPFields,
        refusal: @escaping @Sendable (Refusal) -> HTTPResponse, foresee: @escaping @Sendable (HTTPRequest) -> Prospect,
        respond: @escaping @Sendable (HTTPRequest) -> Reply
    ) {
        self.limits = limits
        answerToRefusal = refusal
        self.respond = respond
        self.foresee = foresee
        self.credentials = credentials
        self.commonFields = commonFields
        tlsBuffers = credentials.map { _ in TLSBuffers() }
        parserLimits = ParserLimits(
            requestLine: limits.requestLine, fieldBytes: limits.fieldBytes, fieldCount: limits.fieldCount,
            body: limits.body, acceptsEncodedBodies: limits.acceptsEncodedBodies)
    }

    /// The number of open connections of the server, including those in their TLS handshake.
    var connectionCount: Int { connections.count + handshakes.count }

    func accept(_ tcp: TCPConnection) {
        statistics.accepted += 1
        // Connections above the limit get an answer that refuses them, but at most one eighth of the limit at a time.
        // Connections beyond that are reset.
        guard !isDraining, connectionCount <= limits.connections + limits.connections / 8 else {
            statistics.turnedAway += 1
            return tcp.reset()
        }
        guard let credentials, let tlsBuffers else { return serve(.plain(tcp)) }
        do {
            let tls = try TLSConnection(tcp, credentials.context, buffers: tlsBuffers)
            handshakes[ObjectIdentifier(tls)] = tls
            tls.handshake(within: limits.handshakeTimeout) { result in
                self.handshakes[ObjectIdentifier(tls)] = nil
                switch result {
                case .success where !self.isDraining: self.serve(.secure(tls))
                case .success: tls.close()
                case .failure: self.statistics.failedHandshakes += 1
                }
                if self.isDraining { self.checkDrained() }
            }
        } catch { tcp.reset() }
    }

    private func serve(_ stream: ByteStream) {
        let count = connections.count
        let connection: any ServedConnection =
            if stream.speaksHTTP2 { HTTP2Connection(stream, of: self) } else { Connection(stream, of: self) }
        connections[ObjectIdentifier(connection)] = connection
        connection.start()
        if count >= limits.connections { connection.refuse(.tooManyConnections) }
    }

    func remove(_ connection: any ServedConnection) {
        connections[ObjectIdentifier(connection)] = nil
        if isDraining { checkDrained() }
    }

    func beginDraining() {
        guard !isDraining else { return }
        isDraining = true
        for connection in Array(connections.values) { connection.drain() }
        for handshake in Array(handshakes.values) { handshake.close() }
    }

    func drain(within limit: Duration, on loop: EventLoop, done: @escaping () -> Void) {
        whenDrained.append(done)
        checkDrained()
        guard connectionCount > 0 else { return }
        loop.schedule(after: limit) { [self] in
            for connection in Array(connections.values) { connection.close() }
        }
    }

    private func checkDrained() {
        guard connectionCount == 0 else { return }
        let waiting = whenDrained
        whenDrained = []
        for done in waiting { done() }
    }

    /// Makes the answer that tells a client why the client's request is refused, and counts the refusal.
    func refusal(_ refusal: Refusal) -> HTTPResponse {
        statistics.refusals[refusal.status.code, default: 0] += 1
        return answerToRefusal(refusal)
    }

    /// Gives a random request id to an answer that has none. So every answer has an id, including answers to malformed
    /// input.
    func named(_ response: HTTPResponse) -> HTTPResponse {
        guard response.requestID == nil else { return response }
        var named = response
        named.requestID = RequestID.random(using: &ids)
        return named
    }

    /// The time at which the parsing of a request's head begins, if it is among the parsings that are measured; `nil`
    /// otherwise.
    func beginParsing() -> UInt64? { parseSampler.picks() ? NanosecondClock.now : nil }
    func beginWriting() -> UInt64? { writeSampler.picks() ? NanosecondClock.now : nil }

    func endParsing(_ since: UInt64) { statistics.parsing.record(NanosecondClock.now &- since) }
    func endWriting(_ since: UInt64?) {
        if let since { statistics.writing.record(NanosecondClock.now &- since) }
    }

    /// Takes the memory of the output buffer that all connections share, since only one of them writes at a time.
    func takeMemory() -> [UInt8] {
        var memory: [UInt8] = []
        swap(&memory, &spareMemory)
        return memory
    }

    /// The capacity in bytes of the output buffer that all connections of the server share; 0 while a connection uses
    /// it.
    var spareBytes: Int { spareMemory.capacity }

    func give(memory: consuming [UInt8]) {
        guard memory.capacity <= 256 * 1024 else { return }
        spareMemory = memory
        spareMemory.removeAll(keepingCapacity: true)
    }
}
