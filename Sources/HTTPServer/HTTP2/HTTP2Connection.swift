import EventLoop

/// A client's HTTP/2 connection: its requests are worked on side by side, and each is answered when it can be.
///
/// `@unchecked Sendable`: it belongs to `loop`, whose callbacks and tasks are all that touch it; what may come from elsewhere hops there first.
final class HTTP2Connection: ServedConnection, @unchecked Sendable {
    enum Phase {
        case open
        /// The last word is sent (GOAWAY); what still comes is thrown away until the client closes.
        case lingering
        case closed
    }

    let service: Service
    let stream: ByteStream
    var loop: EventLoop { stream.loop }
    private(set) var session: HTTP2Session?

    var phase = Phase.open
    var streams: [Int32: HTTP2Stream] = [:]
    /// Requests that are complete and wait for this turn's input to be taken in.
    var ready: [HTTP2Stream] = []
    /// Handlers at work, those included whose request was taken back.
    var working = 0
    var walk = FrameWalk()
    var clientStreams = ClientStreams()
    /// What the client has done that ends the connection.
    var fault: ClientStreams.Fault?
    var guardian: FloodGuard
    /// The client asks for too much of what is of no use.
    var isFlooded = false
    var isDraining = false
    /// Bytes of DATA that belong to no request of ours: padding, and what comes after it was answered.
    var strayBytes = 0
    /// Bytes of request bodies that are under way on this connection.
    var bodyBytes = 0
    /// Some of them have to wait.
    var isHolding = false
    var flushIsDue = false
    private var isFlushing = false
    /// What the client had not taken after the last write; 0 again when it has taken all.
    var pendingBytes = 0
    /// Bytes of answers' bodies that ever went to nghttp2, for which the client had to open its windows.
    var bodySent = 0
    private var discarded = 0
    var timing: HTTP2Timing
    var unsent = Unsent()

    /// What a client may still send for requests that were answered, a window or two before it hears of that.
    private static let strayLimit = 1024 * 1024

    init(_ stream: ByteStream, of service: Service) {
        self.stream = stream
        self.service = service
        let now = stream.loop.now
        guardian = FloodGuard(service.limits.http2, at: now)
        timing = HTTP2Timing(since: now)
    }

    func start() {
        stream.start(
            receive: { self.receive($0) }, drained: { self.clientHasTakenAll() }, closed: { _ in self.didClose() })
        session = HTTP2Session(for: self, service.limits)
        guard session != nil else { return close() }
        flush()
        setDeadline()
    }

    var isBlocked: Bool { pendingBytes > service.limits.writeHighMark }

    /// Bytes of answers that are there and that the client has not taken.
    var unsentBytes: Int { streams.values.reduce(pendingBytes) { $0 + $1.outgoing.byteCount } }

    private func receive(_ bytes: RawSpan) {
        loop.preconditionCurrent()
        service.statistics.receivedBytes &+= UInt64(bytes.byteCount)
        guard phase == .open, let session else {
            discarded += bytes.byteCount
            if discarded > service.limits.lingerBytes { stream.pauseReading() }
            return
        }
        service.date.update(at: loop.now)
        let isSound = count(bytes) && session.receive(bytes)
        answerReady()
        strayBytes = max(strayBytes, 0)
        if strayBytes > HTTP2Connection.strayLimit { isFlooded = true }
        if let fault { return end(fault == .streamClosed ? .streamClosed : .protocolError) }
        guard isSound, !isFlooded else { return end(.enhanceYourCalm) }
        flush()
        if phase == .open, isBlocked { stream.pauseReading() }
        setDeadline()
    }

    func allows(_ kind: FloodGuard.Kind) -> Bool {
        if !guardian.allows(kind, at: loop.now) { isFlooded = true }
        return !isFlooded
    }

    /// Everything that is to be sent and that the client's windows and the socket's mark let go.
    func flush() {
        guard phase != .closed, !isFlushing, let session else { return }
        isFlushing = true
        var output = service.takeMemory()
        while !isBlocked, phase != .closed, session.send(into: &output) {
            if output.count >= service.limits.writeHighMark / 2 { write(&output) }
        }
        write(&output)
        service.give(memory: output)
        isFlushing = false
        guard phase == .open else { return }
        if isFlooded { return end(.enhanceYourCalm) }
        if !session.goesOn || isDraining && streams.isEmpty { linger() }
    }

    private func write(_ output: inout [UInt8]) {
        guard !output.isEmpty else { return }
        service.statistics.sentBytes &+= UInt64(output.count)
        let since = service.beginWriting()
        stream.write(output)
        service.endWriting(since)
        output.removeAll(keepingCapacity: true)
        pendingBytes = stream.pendingWriteBytes
    }

    /// One write for all that this turn of the loop has to say on this connection.
    func flushSoon() {
        guard !flushIsDue, phase == .open else { return }
        flushIsDue = true
        loop.atEndOfTurn { [self] in
            flushIsDue = false
            flush()
            setDeadline()
        }
    }

    private func clientHasTakenAll() {
        guard phase != .closed else { return }
        pendingBytes = 0
        flush()
        if phase == .open, !isBlocked { stream.resumeReading() }
        setDeadline()
    }

    /// At once where the caller is on the loop.
    func onLoop(_ work: @escaping @Sendable (HTTP2Connection) -> Void) {
        if loop.isCurrent { work(self) } else { loop.execute { work(self) } }
    }
}
