import Endpoints
import EventLoop
import Metrics
import TLS

/// A client's connection of either protocol.
protocol ServedConnection: AnyObject {
    func start()
    /// Tells the client why it is refused.
    func refuse(_ refusal: Refusal)
    /// Accepts no requests after those in progress.
    func drain()
    func close()
    /// Closes so that the client learns that its answers are incomplete.
    func reset()
    /// Its unread output.
    var unsent: Unsent { get }
}

/// The shared part of one server's connections.
final class HTTPService {
    let limits: HTTPLimits
    let parserLimits: ParserLimits
    let respond: @Sendable (HTTPRequest) -> Reply
    let foresee: @Sendable (HTTPRequest) -> Prospect
    private let answerToRefusal: @Sendable (Refusal) -> HTTPResponse
    /// `nil` for plain HTTP.
    let credentials: ServerCredentials?
    /// Added to every answer.
    let commonFields: HTTPFields

    private let tlsBuffers: TLSBuffers?
    private var handshakes: [ObjectIdentifier: TLSConnection] = [:]
    private(set) var connections: [ObjectIdentifier: any ServedConnection] = [:]
    private(set) var isDraining = false
    private var whenDrained: [() -> Void] = []
    /// Bytes of incomplete request bodies.
    var bodyBytes = 0
    /// Bytes of unread answers.
    var unsentBytes = 0
    var isShedding = false
    var date = DateField()
    private var spareMemory: [UInt8] = []
    var statistics = HTTPStatistics()
    private var parseSampler = Sampler()
    private var writeSampler = Sampler()
    /// For answers to requests without an id.
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
            body: limits.body)
    }

    /// The number of clients, including those in their handshake.
    var connectionCount: Int { connections.count + handshakes.count }

    func accept(_ tcp: TCPConnection) {
        statistics.accepted += 1
        // Connections that are only being refused are bounded too.
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

    /// The answer to a refusal.
    func refusal(_ refusal: Refusal) -> HTTPResponse {
        statistics.refusals[refusal.status.code, default: 0] += 1
        return answerToRefusal(refusal)
    }

    /// Every answer has a request id, also that to malformed input.
    func named(_ response: HTTPResponse) -> HTTPResponse {
        guard response.requestID == nil else { return response }
        var named = response
        named.requestID = RequestID.random(using: &ids)
        return named
    }

    /// The start time, if it is to be measured.
    func beginParsing() -> UInt64? { parseSampler.picks() ? NanosecondClock.now : nil }
    func beginWriting() -> UInt64? { writeSampler.picks() ? NanosecondClock.now : nil }

    func endParsing(_ since: UInt64) { statistics.parsing.record(NanosecondClock.now &- since) }
    func endWriting(_ since: UInt64?) {
        if let since { statistics.writing.record(NanosecondClock.now &- since) }
    }

    /// The output buffer: one for all connections, since only one of them writes at a time.
    func takeMemory() -> [UInt8] {
        var memory: [UInt8] = []
        swap(&memory, &spareMemory)
        return memory
    }

    /// The capacity of that buffer.
    var spareBytes: Int { spareMemory.capacity }

    func give(memory: consuming [UInt8]) {
        guard memory.capacity <= 256 * 1024 else { return }
        spareMemory = memory
        spareMemory.removeAll(keepingCapacity: true)
    }
}
