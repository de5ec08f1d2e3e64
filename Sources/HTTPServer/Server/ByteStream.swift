import EventLoop
import TLS

/// The byte stream below a connection: TCP or TLS.
enum ByteStream {
    case plain(TCPConnection)
    case secure(TLSConnection)

    var loop: EventLoop {
        switch self {
        case .plain(let tcp): tcp.loop
        case .secure(let tls): tls.loop
        }
    }

    /// Whether the client negotiated HTTP/2, which is possible only with TLS.
    var speaksHTTP2: Bool {
        switch self {
        case .plain: false
        case .secure(let tls): tls.applicationProtocol == .http2
        }
    }

    /// Whether the stream is TLS.
    var isSecure: Bool {
        switch self {
        case .plain: false
        case .secure: true
        }
    }

    var peerAddress: SocketAddress? {
        switch self {
        case .plain(let tcp): tcp.peerAddress
        case .secure(let tls): tls.peerAddress
        }
    }

    /// The number of output bytes that the kernel has not accepted yet, counted after encryption.
    var pendingWriteBytes: Int {
        switch self {
        case .plain(let tcp): tcp.pendingWriteBytes
        case .secure(let tls): tls.pendingWriteBytes
        }
    }

    /// The number of output bytes that the kernel has accepted, counted after encryption.
    var takenWriteBytes: Int {
        switch self {
        case .plain(let tcp): tcp.takenWriteBytes
        case .secure(let tls): tls.takenWriteBytes
        }
    }

    /// Starts to read from the stream, which keeps the given closures until it is closed.
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
