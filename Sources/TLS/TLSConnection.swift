public import EventLoop

/// A TLS connection, which owns the TCP connection below it. After the handshake the TLS connection is used like a TCP
/// connection.
public final class TLSConnection {
    public let tcp: TCPConnection
    public var loop: EventLoop { tcp.loop }
    /// A function that is called when the kernel has accepted all encrypted bytes that had to be queued. It is not
    /// called if the kernel accepts them at once.
    public var onDrain: (() -> Void)?

    enum Phase {
        case handshaking
        case open
        /// The TLS connection is ending. Further input is dropped until the TCP connection has closed.
        case ending
        case closed
    }

    var machine: TLSMachine
    let buffers: TLSBuffers
    var phase = Phase.handshaking
    private var deadline: Deadline?
    private var finished: ((Result<Void, TLSFailure>) -> Void)?
    private var receive: ((RawSpan) -> Void)?
    private var closed: ((CloseReason) -> Void)?
    /// Whether the peer has ended its output of the TLS connection.
    var peerHasEnded = false
    /// The reason why the TLS connection closes, if TLS knows the reason and the TCP connection does not, such as a TLS
    /// failure.
    var reason: CloseReason?

    /// The time for which a peer whose TLS handshake was rejected can read the alert with the reason. Then the
    /// connection closes.
    private static let farewell: Duration = .seconds(1)

    /// Makes a TLS connection over an open TCP connection. `handshake` must be called next.
    ///
    /// - Parameters:
    ///   - host: the name that a client expects in the server's certificate.
    ///   - buffers: the buffers of the connection's loop.
    public init(
        _ tcp: TCPConnection, _ context: TLSContext, host: String? = nil, buffers: TLSBuffers
    ) throws(TLSError) {
        self.tcp = tcp
        self.buffers = buffers
        machine = try TLSMachine(context, host: host, buffers: buffers)
    }

    /// The application protocol that was negotiated by ALPN; `nil` if the client did not ask for one.
    public var applicationProtocol: ApplicationProtocol? { machine.applicationProtocol }

    /// Whether this connection resumed an earlier TLS session.
    public var isResumed: Bool { machine.isResumed }

    /// Performs the TLS handshake. Must be called once, on the loop's thread.
    ///
    /// - Parameter finished: called once with the result. On success the connection is open, and `finished` must call
    ///   `start` before it returns.
    public func handshake(within limit: Duration, finished: @escaping (Result<Void, TLSFailure>) -> Void) {
        self.finished = finished
        deadline = loop.schedule(after: limit) { self.handshakeFails(.handshakeTimeout) }
        tcp.onDrain = { self.drained() }
        tcp.start(receive: { self.received($0) }, closed: { self.didClose($0) })
        // A client begins the TLS handshake before any byte was received, since it sends the first message.
        if phase == .handshaking { received(RawSpan()) }
    }

    /// Begins to read decrypted data, as `TCPConnection.start` does.
    public func start(receive: @escaping (RawSpan) -> Void, closed: @escaping (CloseReason) -> Void) {
        loop.preconditionCurrent()
        guard phase == .open else { return closed(.closedHere) }
        self.receive = receive
        self.closed = closed
    }

    private func received(_ cipher: RawSpan) {
        var offset = 0
        while phase == .handshaking || phase == .open {
            let step = machine.advance(cipher, at: &offset)
            send()
            switch step {
            case .more: return
            case .established: handshakeSucceeds()
            case .plain(let count): unsafe receive?(UnsafeRawBufferPointer(rebasing: buffers.plain[..<count]).bytes)
            case .ended: return peerEnds()
            case .failed(let failure):
                guard phase == .open else { return handshakeFails(failure) }
                return close(because: .failed(.brokenTLS))
            }
        }
    }

    private func handshakeSucceeds() {
        guard phase == .handshaking else { return }
        phase = .open
        finish(.success(()))
    }

    private func handshakeFails(_ failure: TLSFailure) {
        guard phase == .handshaking else { return }
        phase = .ending
        finish(.failure(failure))
        // After a failed TLS handshake, the output of the TCP connection is ended first, and the connection is closed
        // later. Closing it with unread input would reset it, and the peer would lose the alert with the reason.
        tcp.shutdownAfterWrites()
        guard tcp.isOpen else { return }
        deadline = loop.schedule(after: Self.farewell) { self.tcp.close() }
    }

    private func finish(_ result: Result<Void, TLSFailure>) {
        deadline?.cancel()
        deadline = nil
        let finished = finished
        self.finished = nil
        finished?(result)
    }

    /// Sends the peer the encrypted bytes that OpenSSL has written to the output.
    func send() {
        buffers.takeOutput { tcp.write($0) }
    }

    private func drained() {
        if phase == .ending { return tcp.close() }
        onDrain?()
        if peerHasEnded, phase == .open, tcp.pendingWriteBytes == 0 { close(because: .peerEnded) }
    }

    private func didClose(_ reason: CloseReason) {
        phase = .closed
        finish(.failure(.peerLeft))
        let closed = closed
        (receive, self.closed, finished, onDrain) = (nil, nil, nil, nil)
        closed?(self.reason ?? reason)
    }
}
