import EventLoop

/// One client's connection: what it sends becomes requests, in order, and their answers go back in that order.
///
/// Between requests it holds no buffer and no task, and one deadline. `@unchecked Sendable`: it belongs to `loop`, whose callbacks and tasks
/// are all that touch it; what may come from elsewhere (`finish`, `send`) hops there first.
final class Connection: ServedConnection, @unchecked Sendable {
    enum Phase {
        /// Requests are read and answered.
        case open
        /// Which answer is the last is decided: nothing more is parsed, what still comes is thrown away.
        case ending
        /// The last answer is sent: we wait a little for the client to close, so that it is not torn away from the client by a reset.
        case lingering
        case closed
    }

    /// A request whose body is on its way.
    struct Incoming {
        var request: HTTPRequest
        var body: [UInt8] = []
        var clock: BodyClock
        /// Whether the request will be refused is being asked; the body is not called for yet.
        var foresight: Foresight?
    }

    /// Which question an answer belongs to.
    final class Foresight: Sendable {}

    let service: Service
    let stream: ByteStream
    var loop: EventLoop { stream.loop }

    var phase = Phase.open
    var parser: RequestParser
    var incoming: Incoming?
    /// A complete request that must not be worked on before those in front of it are answered.
    var held: HTTPRequest?
    /// In the order in which the requests came.
    var exchanges: [Exchange] = []
    /// What came while reading was being paused.
    var unread: [UInt8] = []
    var outbox = Outbox()
    var flushIsDue = false
    /// The last answer is in the outbox, or there is none: what is there is all that will be sent.
    var isComplete = false
    /// What the client had not taken after the last write; 0 again when it has taken all.
    var pendingBytes = 0
    /// A producer that waits for the client to take what was written.
    var drainWaiter: CheckedContinuation<Void, Never>?
    /// Bytes thrown away since the last answer was decided on.
    var discarded = 0
    var timing: Timing
    var unsent = Unsent()

    init(_ stream: ByteStream, of service: Service) {
        self.stream = stream
        self.service = service
        parser = RequestParser(limits: service.parserLimits)
        timing = Timing(since: stream.loop.now)
    }

    func start() {
        stream.start(
            receive: { self.receive($0) }, drained: { self.clientHasTakenAll() }, closed: { _ in self.didClose() })
        setDeadline()
    }

    /// Whether the client should take answers before it asks for more.
    var isBlocked: Bool { pendingBytes > service.limits.writeHighMark }

    /// Whether nothing is under way: the connection can be closed at any time without anybody missing an answer.
    var isIdle: Bool {
        phase == .open && exchanges.isEmpty && held == nil && incoming == nil && unread.isEmpty
            && parser.isBetweenRequests && pendingBytes == 0 && outbox.isEmpty
    }

    /// Bytes of answers that are there and that the client has not taken.
    var unsentBytes: Int { exchanges.reduce(pendingBytes + outbox.byteCount) { $0 + $1.unsentBytes } }

    /// No more requests after those that are under way (RFC 9112 §9.6).
    func drain() {
        guard phase == .open else { return }
        if isIdle { return endIdling() }
        if held == nil, incoming == nil, unread.isEmpty, parser.isBetweenRequests {
            end()
            if let last = exchanges.last { last.shape.isLast = true } else { endAfterWrites() }
        }
        // Otherwise the next request to be complete sees that the server drains, and is the last.
    }

    func close() {
        stream.close()
        didClose()
    }

    /// The client learns that what it has got is not all.
    func reset() {
        stream.reset()
        didClose()
    }

    /// Whoever ended it; a second call does nothing.
    func didClose() {
        guard phase != .closed else { return }
        phase = .closed
        timing.deadline?.cancel()
        timing.deadline = nil
        for exchange in exchanges { exchange.task?.cancel() }
        exchanges = []
        held = nil
        unread = []
        outbox = Outbox()
        service.note(&unsent, 0, on: loop)
        endIncoming()
        drainWaiter?.resume()
        drainWaiter = nil
        service.remove(self)
    }
}
