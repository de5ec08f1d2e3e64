import EventLoop

/// One client's HTTP/1.1 connection. Its requests are read in order, and answered in that order.
///
/// Between requests a connection holds one deadline, and no buffer and no task.
final class Connection: ServedConnection {
    enum Phase {
        /// The connection is open: requests are read and answered.
        case open
        /// The last answer is decided: nothing more is parsed, and further input is dropped.
        case ending
        /// The last answer is sent. The server waits briefly for the client to close, since a reset could destroy the
        /// answer before the client reads it.
        case lingering
        case closed
    }

    /// A request whose body is arriving.
    struct Incoming {
        var request: HTTPRequest
        var body: [UInt8] = []
        var clock: BodyClock
        /// The check of the request's head while it runs. `100 Continue` is not sent before it has ended.
        var earlyVerdict: EarlyVerdict?
    }

    /// Identifies one check of a request's head, so that the result is used only for this request.
    final class EarlyVerdict: Sendable {}

    let service: HTTPService
    let stream: ByteStream
    var loop: EventLoop { stream.loop }

    var phase = Phase.open
    var parser: RequestParser
    var incoming: Incoming?
    /// A complete request that must not be handled before the earlier ones are answered.
    var held: HTTPRequest?
    /// The unanswered requests, in order.
    var exchanges: [Exchange] = []
    /// The input that has not been parsed, since it arrived while reading was being paused.
    var unread: [UInt8] = []
    var outbox = Outbox()
    var flushIsDue = false
    /// Whether nothing more will be added to the outbox, because the last answer is in it or there is none.
    var isComplete = false
    /// The number of unsent bytes after the last write; 0 again once the kernel has accepted all of them.
    var pendingBytes = 0
    /// The continuation of a producer that waits for the client to read.
    var drainWaiter: CheckedContinuation<Void, Never>?
    /// The number of bytes dropped since the last answer was decided.
    var discarded = 0
    var timing: Timing
    var unsent = Unsent()

    init(_ stream: ByteStream, of service: HTTPService) {
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

    /// Whether the client must read answers before it may send more requests.
    var isBlocked: Bool { pendingBytes > service.limits.writeHighMark }

    /// Whether nothing is in progress: the connection can be closed without loss.
    var isIdle: Bool {
        phase == .open && exchanges.isEmpty && held == nil && incoming == nil && unread.isEmpty
            && parser.isBetweenRequests && pendingBytes == 0 && outbox.isEmpty
    }

    /// The number of bytes of answers that the client has not read.
    var unsentBytes: Int { exchanges.reduce(pendingBytes + outbox.byteCount) { $0 + $1.unsentBytes } }

    /// Stops accepting requests after those in progress (RFC 9112 §9.6).
    func drain() {
        guard phase == .open else { return }
        if isIdle { return endIdling() }
        if held == nil, incoming == nil, unread.isEmpty, parser.isBetweenRequests {
            end()
            if let last = exchanges.last { last.shape.isLast = true } else { endAfterWrites() }
        }
        // If a request is arriving or waiting, the connection stays open, and the answer to that request will be the
        // last.
    }

    func close() {
        stream.close()
        didClose()
    }

    /// Resets the connection, so that the client learns that its answers are incomplete.
    func reset() {
        stream.reset()
        didClose()
    }

    /// Releases the resources of a connection that has ended for any reason. A second call does nothing.
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
