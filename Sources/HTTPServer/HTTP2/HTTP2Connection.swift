import EventLoop

/// A client's HTTP/2 connection: its requests are handled concurrently, and each is answered when it is ready.
final class HTTP2Connection: ServedConnection {
    enum Phase {
        case open
        /// The server has ended the connection's output. Further input is dropped until the client closes.
        case lingering
        case closed
    }

    let service: HTTPService
    let stream: ByteStream
    var loop: EventLoop { stream.loop }
    private(set) var session: HTTP2Session?

    var phase = Phase.open
    var streams: [Int32: HTTP2Stream] = [:]
    /// Complete requests whose handlers start when all received bytes have been processed.
    var ready: [HTTP2Stream] = []
    /// The number of running handlers of this connection's requests, including cancelled requests.
    var working = 0
    var walk = FrameWalk()
    var clientStreams = ClientStreams()
    /// The client's protocol error for which the connection must end; `nil` if there is none.
    var fault: ClientStreams.Fault?
    var guardian: FloodGuard
    /// Whether the client sent so many useless frames or so long a header list that the connection must end.
    var isFlooded = false
    var isDraining = false
    /// The number of received bytes of DATA frames that belong to no open request: padding, and data after the answer.
    var strayBytes = 0
    /// The number of bytes of incomplete request bodies on this connection.
    var bodyBytes = 0
    /// Whether the flow-control windows of some requests are kept closed, since incomplete bodies take too much memory.
    var isHolding = false
    var flushIsDue = false
    private var isFlushing = false
    /// The number of bytes that the kernel had not accepted after the connection's last write; 0 again once it has
    /// accepted all.
    var pendingBytes = 0
    /// The number of bytes of answers' bodies passed to nghttp2. Each of these bytes needed room in the client's
    /// flow-control windows.
    var bodySent = 0
    private var discarded = 0
    var timing: HTTP2Timing
    var unsent = Unsent()

    /// The maximum number of bytes that a client may send for requests that are already answered. Before it receives an
    /// answer, it can send as much as one or two flow-control windows hold.
    private static let strayLimit = 1024 * 1024

    init(_ stream: ByteStream, of service: HTTPService) {
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

    /// The number of bytes of the connection's answers that the kernel has not accepted yet.
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

    /// Sends as much of the answers as the client's flow-control windows and the limit for unsent bytes
    /// (`writeHighMark`) allow.
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

    /// Lets all output that the connection gets in the loop's current iteration be sent in one write, at the end of the
    /// iteration.
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
}
