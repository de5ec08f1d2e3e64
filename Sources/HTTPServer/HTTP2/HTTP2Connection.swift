import EventLoop

/// A client's HTTP/2 connection: its requests are handled concurrently, and each is answered when it is ready.
final class HTTP2Connection: ServedConnection {
    enum Phase {
        case open
        /// GOAWAY has been sent; further input is dropped until the client closes.
        case lingering
        case closed
    }

    let service: HTTPService
    let stream: ByteStream
    var loop: EventLoop { stream.loop }
    private(set) var session: HTTP2Session?

    var phase = Phase.open
    var streams: [Int32: HTTP2Stream] = [:]
    /// Complete requests that wait for the end of this turn's input.
    var ready: [HTTP2Stream] = []
    /// The number of running handlers, including those of cancelled requests.
    var working = 0
    var walk = FrameWalk()
    var clientStreams = ClientStreams()
    /// The protocol error of the client for which the connection must end.
    var fault: ClientStreams.Fault?
    var guardian: FloodGuard
    /// Whether the client sent too many useless frames.
    var isFlooded = false
    var isDraining = false
    /// The number of bytes of DATA that belong to no open request: padding, and data after the answer.
    var strayBytes = 0
    /// The number of bytes of incomplete request bodies on this connection.
    var bodyBytes = 0
    /// Whether some request bodies are paused.
    var isHolding = false
    var flushIsDue = false
    private var isFlushing = false
    /// The number of unsent bytes after the last write; 0 again once the kernel has accepted all of them.
    var pendingBytes = 0
    /// The number of bytes of answers' bodies passed to nghttp2. Each of them needed room in the client's windows.
    var bodySent = 0
    private var discarded = 0
    var timing: HTTP2Timing
    var unsent = Unsent()

    /// The maximum number of bytes that a client may send for answered requests. It can send one or two windows before
    /// it receives the answer.
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

    /// The number of bytes of answers that the client has not read.
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

    /// Sends everything that the client's windows and the socket's high mark allow.
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

    /// Sends all output of the loop's current turn in one write, at the end of the turn.
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
