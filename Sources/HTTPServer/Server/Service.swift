import EventLoop

/// What the connections of one server share.
///
/// `@unchecked Sendable`: what never changes is `let`; everything else is touched on the server's loop alone, by the callbacks of its
/// listener and its connections.
final class Service: @unchecked Sendable {
    let limits: HTTPLimits
    let parserLimits: ParserLimits
    let respond: @Sendable (HTTPRequest) -> Reply
    let refusal: @Sendable (Refusal) -> HTTPResponse

    private(set) var connections: [ObjectIdentifier: Connection] = [:]
    private(set) var isDraining = false
    private var whenDrained: [() -> Void] = []
    /// Bytes of the request bodies that are under way.
    var bodyBytes = 0
    var date = DateField()
    private var spareMemory: [UInt8] = []

    init(
        _ limits: HTTPLimits, refusal: @escaping @Sendable (Refusal) -> HTTPResponse,
        respond: @escaping @Sendable (HTTPRequest) -> Reply
    ) {
        self.limits = limits
        self.refusal = refusal
        self.respond = respond
        parserLimits = ParserLimits(
            requestLine: limits.requestLine, fieldBytes: limits.fieldBytes, fieldCount: limits.fieldCount,
            body: limits.body)
    }

    func accept(_ tcp: TCPConnection) {
        let count = connections.count
        // Those that are only told that there is no room are bounded too.
        guard !isDraining, count <= limits.connections + limits.connections / 8 else { return tcp.reset() }
        let connection = Connection(tcp, of: self)
        connections[ObjectIdentifier(connection)] = connection
        connection.start()
        if count >= limits.connections { connection.refuse(.tooManyConnections) }
    }

    func remove(_ connection: Connection) {
        connections[ObjectIdentifier(connection)] = nil
        if isDraining { checkDrained() }
    }

    func drain(within limit: Duration, on loop: EventLoop, done: @escaping () -> Void) {
        isDraining = true
        whenDrained.append(done)
        for connection in Array(connections.values) { connection.drain() }
        checkDrained()
        guard !connections.isEmpty else { return }
        loop.schedule(after: limit) { [self] in
            for connection in Array(connections.values) { connection.close() }
        }
    }

    private func checkDrained() {
        guard connections.isEmpty else { return }
        let waiting = whenDrained
        whenDrained = []
        for done in waiting { done() }
    }

    /// Memory to gather answers in: one buffer for all connections, since only one of them gathers at a time.
    func takeMemory() -> [UInt8] {
        var memory: [UInt8] = []
        swap(&memory, &spareMemory)
        return memory
    }

    func give(memory: consuming [UInt8]) {
        guard memory.capacity <= 256 * 1024 else { return }
        spareMemory = memory
        spareMemory.removeAll(keepingCapacity: true)
    }
}
