import Glibc

/// Accepts connections on one loop.
public final class TCPListener: Sendable {
    public let loop: EventLoop
    /// The port that the listener listens on, also if the system chose it; 0 in the Unix domain.
    public let port: UInt16

    private let acceptor: LoopBound<Acceptor>

    /// Accepts from a listening `socket`. May be called from any thread.
    ///
    /// - Parameters:
    ///   - expectsProxyHeader: whether a connection from an address (`nil` for a Unix socket) must begin with a PROXY
    ///     header. One without it is closed.
    ///   - accept: runs on the loop with every connection, which stays open until it is closed and reads once it is
    ///     started.
    public init(
        on loop: EventLoop, _ socket: consuming ListeningSocket,
        expectsProxyHeader: (@Sendable (SocketAddress?) -> Bool)? = nil,
        accept: @escaping @Sendable (TCPConnection) -> Void
    ) {
        self.loop = loop
        port = socket.port
        acceptor = LoopBound(
            sending: Acceptor(
                on: loop, taking: socket.descriptor.release(), expectsProxyHeader: expectsProxyHeader, accept: accept),
            on: loop)
        acceptor.execute { $0.open() }
    }

    /// Accepts no more connections. May be called from any thread; the socket is closed when the loop comes to it.
    public func close() {
        loop.onLoop { [acceptor] in acceptor.value.loopStops() }
    }
}
