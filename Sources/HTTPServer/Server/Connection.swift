import EventLoop

/// One client's HTTP/1.1 connection. Its requests are read in order, and answered in that order.
///
/// Between requests a connection holds one deadline, and no buffer and no task.
final class Connection: ServedConnection {
    enum Phase {
        /// The connection is open: requests are read and answered.
        case open
        /// The last answer of the connection is decided: no further request is parsed, and further input is dropped.
        case ending
        /// The last answer of the connection is sent. The server waits briefly for the client to close, since a reset
        /// could destroy the answer before the client reads it.
        case lingering
        case closed
    }

    /// A request of the connection whose body is still arriving.
    struct Incoming {
        var request: HTTPRequest
        var body: [UInt8] = []
        /// The request's body, if the request's handler reads the body while it arrives; otherwise `nil`.
        var upload: IncomingBody?
        var clock: BodyClock
        /// The running decision whether the request is refused because of its head; `nil` if none runs. `100 Continue`
        /// is not sent before it has ended.
        var earlyVerdict: EarlyVerdict?

        /// The number of bytes of the request's body that have arrived.
        var received: Int { upload?.received ?? body.count }
    }

    /// Identifies one decision that is made from a request's head, so that its result is not applied to a later
    /// request.
    final class EarlyVerdict: Sendable {}

    let service: HTTPService
    let stream: ByteStream
    var loop: EventLoop { stream.loop }

    var phase = Phase.open
    var parser: RequestParser
    var incoming: Incoming?
    /// A complete request whose handler must not start before the earlier requests are answered.
    var held: HTTPRequest?
    /// The connection's requests that are not answered completely, in their order.
    var exchanges: [Exchange] = []
    /// Received bytes that have not been parsed, since the connection's requests must wait.
    var unread: [UInt8] = []
    var outbox = Outbox()
    var flushIsDue = false
    /// Whether the connection's outbox gets no more output: it has the last answer, or there will be no further answer.
    var isComplete = false
    /// The number of bytes that the kernel had not accepted after the connection's last write; 0 again once it has
    /// accepted all.
    var pendingBytes = 0
    /// The continuation of a body's producer that waits until the client has read more of the answer.
    var drainWaiter: CheckedContinuation<Void, Never>?
    /// The number of received bytes that were dropped since the server decided on the answer after which the connection
    /// closes.
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

    /// Whether so much output is unsent that the client must read before the server continues.
    var isBlocked: Bool { pendingBytes > service.limits.writeHighMark }

    /// Whether no request is in progress and all answers are sent, so that the connection can be closed without loss.
    var isIdle: Bool {
        phase == .open && exchanges.isEmpty && held == nil && incoming == nil && unread.isEmpty
            && parser.isBetweenRequests && pendingBytes == 0 && outbox.isEmpty
    }

    /// The number of bytes of the connection's answers that the kernel has not accepted yet.
    var unsentBytes: Int { exchanges.reduce(pendingBytes + outbox.byteCount) { $0 + $1.unsentBytes } }

    /// Lets the connection end after the requests in progress, without accepting further ones (RFC 9112 §9.6).
    func drain() {
        guard phase == .open else { return }
        if isIdle { return endIdling() }
        // If a request is arriving or waiting, the draining connection stays open, and the answer to that request will
        // be its last. If the head of the last answer is already written, without `Connection: close`, the client may
        // send a further request, so the connection stays open for that request as an idle one does.
        guard held == nil, incoming == nil, unread.isEmpty, parser.isBetweenRequests, let last = exchanges.last else {
            return
        }
        if case .producing = last.state { return }
        end()
        last.shape.isLast = true
    }

    func close() {
        stream.close()
        didClose()
    }

    /// Resets the TCP connection, so that the client learns that an answer is incomplete.
    func reset() {
        stream.reset()
        didClose()
    }

    /// Releases the resources of an HTTP/1.1 connection that has ended for any reason. A second call does nothing.
    func didClose() {
        guard phase != .closed else { return }
        phase = .closed
        timing.deadline?.cancel()
        timing.deadline = nil
        for exchange in exchanges {
            exchange.task?.cancel()
            exchange.upload?.abandon()
        }
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
