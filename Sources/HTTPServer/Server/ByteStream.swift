import EventLoop
import TLS

/// What a connection is read from and written to.
enum ByteStream {
    case plain(TCPConnection)
    case secure(TLSConnection)

    var loop: EventLoop {
        switch self {
        case .plain(let tcp): tcp.loop
        case .secure(let tls): tls.loop
        }
    }

    /// What the client asked for: it cannot but by TLS.
    var speaksHTTP2: Bool {
        switch self {
        case .plain: false
        case .secure(let tls): tls.applicationProtocol == .http2
        }
    }

    var peerAddress: SocketAddress? {
        switch self {
        case .plain(let tcp): tcp.peerAddress
        case .secure(let tls): tls.peerAddress
        }
    }

    /// What the kernel has not taken yet of what was written, as it goes over the wire.
    var pendingWriteBytes: Int {
        switch self {
        case .plain(let tcp): tcp.pendingWriteBytes
        case .secure(let tls): tls.pendingWriteBytes
        }
    }

    /// What the kernel has ever taken, as it goes over the wire.
    var takenWriteBytes: Int {
        switch self {
        case .plain(let tcp): tcp.takenWriteBytes
        case .secure(let tls): tls.takenWriteBytes
        }
    }

    /// The stream lets go of these, and of what they hold, when it is closed.
    func start(
        receive: @escaping (RawSpan) -> Void, drained: @escaping () -> Void, closed: @escaping (CloseReason) -> Void
    ) {
        switch self {
        case .plain(let tcp):
            tcp.onDrain = drained
            tcp.start(receive: receive, closed: closed)
        case .secure(let tls):
            tls.onDrain = drained
            tls.start(receive: receive, closed: closed)
        }
    }

    func write(_ bytes: [UInt8]) {
        switch self {
        case .plain(let tcp): tcp.write(bytes)
        case .secure(let tls): tls.write(bytes)
        }
    }

    func write(_ chunks: [[UInt8]]) {
        switch self {
        case .plain(let tcp): tcp.write(chunks)
        case .secure(let tls): tls.write(chunks)
        }
    }

    func pauseReading() {
        switch self {
        case .plain(let tcp): tcp.pauseReading()
        case .secure(let tls): tls.pauseReading()
        }
    }

    func resumeReading() {
        switch self {
        case .plain(let tcp): tcp.resumeReading()
        case .secure(let tls): tls.resumeReading()
        }
    }

    func shutdownAfterWrites() {
        switch self {
        case .plain(let tcp): tcp.shutdownAfterWrites()
        case .secure(let tls): tls.shutdownAfterWrites()
        }
    }

    func close() {
        switch self {
        case .plain(let tcp): tcp.close()
        case .secure(let tls): tls.close()
        }
    }

    func reset() {
        switch self {
        case .plain(let tcp): tcp.reset()
        case .secure(let tls): tls.reset()
        }
    }
}
