import Endpoints
import EventLoop
import Metrics
import TLS

/// A client's connection, whatever it speaks.
protocol ServedConnection: AnyObject {
    func start()
    /// Tells the client why it is not served.
    func refuse(_ refusal: Refusal)
    /// No more requests after those that are under way.
    func drain()
    func close()
    /// Closes so that the client learns that what it has got is not all.
    func reset()
    /// What it holds for its client.
    var unsent: Unsent { get }
}

/// What the connections of one server share.
///
/// `@unchecked Sendable`: what never changes is `let`; everything else is touched on the server's loop alone, by the callbacks of its
/// listener and its connections.
final class Service: @unchecked Sendable {
    let limits: HTTPLimits
    let parserLimits: ParserLimits
    let respond: @Sendable (HTTPRequest) -> Reply
    let foresee: @Sendable (HTTPRequest) -> Prospect
    private let answerToRefusal: @Sendable (Refusal) -> HTTPResponse
    /// Nil where HTTP goes as it is.
    let credentials: ServerCredentials?
    /// Stand in every answer.
    let commonFields: HTTPFields

    private let tlsBuffers: TLSBuffers?
    private var handshakes: [ObjectIdentifier: TLSConnection] = [:]
    private(set) var connections: [ObjectIdentifier: any ServedConnection] = [:]
    private(set) var isDraining = false
    private var whenDrained: [() -> Void] = []
    /// Bytes of the request bodies that are under way.
    var bodyBytes = 0
    /// Bytes of answers that their clients have not taken.
    var unsentBytes = 0
    var isShedding = false
    var date = DateField()
    private var spareMemory: [UInt8] = []
    var statistics = HTTPStatistics()
    private var parseSampler = Sampler()
    private var writeSampler = Sampler()
    /// For answers to requests that nobody has named.
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

    /// How many clients there are, those in their handshake counted.
    var connectionCount: Int { connections.count + handshakes.count }

    func accept(_ tcp: TCPConnection) {
        statistics.accepted += 1
        // Those that are only told that there is no room are bounded too.
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

    /// The answer to what is not served.
    func refusal(_ refusal: Refusal) -> HTTPResponse {
        statistics.refusals[refusal.status.code, default: 0] += 1
        return answerToRefusal(refusal)
    }

    /// Every answer says what its request is called, also that to what has never become one.
    func named(_ response: HTTPResponse) -> HTTPResponse {
        guard response.requestID == nil else { return response }
        var named = response
        named.requestID = RequestID.random(using: &ids)
        return named
    }

    /// When something begins, where it is to be measured.
    func beginParsing() -> UInt64? { parseSampler.picks() ? NanosecondClock.now : nil }
    func beginWriting() -> UInt64? { writeSampler.picks() ? NanosecondClock.now : nil }

    func endParsing(_ since: UInt64) { statistics.parsing.record(NanosecondClock.now &- since) }
    func endWriting(_ since: UInt64?) {
        if let since { statistics.writing.record(NanosecondClock.now &- since) }
    }

    /// Memory to gather answers in: one buffer for all connections, since only one of them gathers at a time.
    func takeMemory() -> [UInt8] {
        var memory: [UInt8] = []
        swap(&memory, &spareMemory)
        return memory
    }

    /// What that memory has room for.
    var spareBytes: Int { spareMemory.capacity }

    func give(memory: consuming [UInt8]) {
        guard memory.capacity <= 256 * 1024 else { return }
        spareMemory = memory
        spareMemory.removeAll(keepingCapacity: true)
    }
}
