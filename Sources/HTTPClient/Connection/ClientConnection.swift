import EventLoop
import TLS

/// A client's HTTP/2 connection to its server.
final class ClientConnection {
    let tls: TLSConnection
    let queue: RequestQueue
    var loop: EventLoop { tls.loop }
    var limits: ClientLimits { queue.limits }
    private(set) var session: ClientSession?

    var streams: [Int32: ClientExchange] = [:]
    /// Requests that the server has not processed. They are put back into the client's queue after nghttp2 has
    /// processed the received bytes.
    var refused: [ClientExchange] = []
    /// Whether the server's first SETTINGS frame has arrived. Requests wait for this frame, because it limits the
    /// number of concurrent streams.
    var isReady = false
    /// Whether the connection takes no more requests. It is closed after the answers to the requests in progress.
    var isEnding = false
    private(set) var isClosed = false
    /// Whether a complete answer has arrived on the connection.
    private(set) var hasServed = false
    private var isFlushing = false
    /// The number of bytes that have arrived since the last complete answer.
    private var receivedSinceAnswer = 0
    var timing: ClientTiming

    /// The number of unsent bytes above which no more requests are sent.
    private static let writeHighMark = 64 * 1024
    /// The maximum number of bytes that a server may send after the last complete answer, in addition to the largest
    /// permitted answers to all open requests. If it sends more, the connection is closed.
    private static let strayLimit = 256 * 1024

    init(_ tls: TLSConnection, of queue: RequestQueue) {
        self.tls = tls
        self.queue = queue
        timing = ClientTiming(since: tls.loop.now)
    }

    /// Starts HTTP/2. Called when the TLS handshake is complete.
    func start() {
        tls.onDrain = { self.drained() }
        tls.start(receive: { self.receive($0) }, closed: { _ in self.didClose() })
        session = ClientSession(for: self)
        guard session != nil else { return tls.close() }
        flush()
        setDeadline()
    }

    /// Whether a client's HTTP/2 connection can take another request now.
    var hasRoom: Bool {
        guard isReady, !isEnding, !isClosed, !isBlocked, let session else { return false }
        return streams.count < min(session.streamLimit, limits.streams)
    }

    private var isBlocked: Bool { tls.pendingWriteBytes > Self.writeHighMark }

    /// Begins a request on a new stream. `flush` sends it.
    func begin(_ exchange: ClientExchange) {
        guard let stream = session?.submit(exchange.request, to: queue.origin) else {
            // All stream ids of the connection are used up (RFC 9113 §5.1.1).
            isEnding = true
            queue.putBack([exchange])
            return settle()
        }
        exchange.beginAttempt(on: self, stream)
        streams[stream] = exchange
    }

    /// Cancels a stream whose request needs no answer any more.
    func cancel(_ stream: Int32) {
        guard !isClosed else { return }
        session?.reset(stream, .cancel)
        flush()
    }

    private func receive(_ bytes: RawSpan) {
        guard !isClosed, let session else { return }
        timing.received(at: loop.now)
        receivedSinceAnswer += bytes.byteCount
        let wasReady = isReady
        let isSound = session.receive(bytes)
        let allowed = Self.strayLimit + streams.count * (limits.responseBody + limits.responseFields)
        guard isSound, receivedSinceAnswer <= allowed else {
            session.terminate(.enhanceYourCalm)
            flush()
            return drop()
        }
        if isReady, !wasReady { setDeadline() }
        flush()
        queue.advance()
    }

    /// Sends the frames that nghttp2 has ready.
    func flush() {
        guard !isClosed, !isFlushing, let session else { return }
        isFlushing = true
        var output: [UInt8] = []
        while !isBlocked, !isClosed, session.send(into: &output) {
            guard output.count >= Self.writeHighMark / 2 else { continue }
            tls.write(output)
            output.removeAll(keepingCapacity: true)
        }
        if !output.isEmpty { tls.write(output) }
        isFlushing = false
        settle()
        if !isClosed, !session.goesOn { drop() }
    }

    private func drained() {
        flush()
        queue.advance()
    }

    /// Records that a complete answer has arrived on the connection.
    func noteAnswer() {
        hasServed = true
        receivedSinceAnswer = 0
        queue.noteAnswer()
    }

    /// Puts requests that the server has refused back into the client's queue after nghttp2 has processed its input,
    /// and closes the connection if it is no longer needed.
    private func settle() {
        let returned = refused
        refused = []
        queue.putBack(returned)
        guard isEnding else {
            if !returned.isEmpty { loop.atEndOfTurn { self.queue.advance() } }
            return
        }
        queue.retire(self)
        loop.atEndOfTurn { self.queue.advance() }
        if streams.isEmpty { close() }
    }

    /// Sends a GOAWAY frame and closes the connection at once. Requests in progress on it fail.
    func close() {
        guard !isClosed else { return }
        session?.terminate(.noError)
        var output: [UInt8] = []
        while session?.send(into: &output) == true {}
        if !output.isEmpty { tls.write(output) }
        drop()
    }

    /// Closes the connection at once, without a GOAWAY frame. Requests in progress on it fail.
    func drop() {
        isEnding = true
        queue.retire(self)
        tls.close()
    }

    private func didClose() {
        guard !isClosed else { return }
        isClosed = true
        timing.deadline?.cancel()
        let lost = streams.values
        streams = [:]
        for exchange in lost { exchange.end(.failure(queue.isClosed ? .cancelled : .connectionLost)) }
        queue.putBack(refused)
        refused = []
        queue.connectionClosed(self)
    }
}
