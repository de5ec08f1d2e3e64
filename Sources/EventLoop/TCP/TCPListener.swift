import Glibc

/// Accepts the connections of one listening socket on one loop.
public final class TCPListener: Sendable {
    public let loop: EventLoop
    /// The port on which the listener listens, also if the system chose it; 0 for a Unix socket.
    public let port: UInt16

    private let acceptor: LoopBound<Acceptor>

    /// Accepts from a listening `socket`. May be called from any thread.
    ///
    /// - Parameters:
    ///   - expectsProxyHeader: whether a connection from an address (`nil` for a Unix socket) must begin with a PROXY
    ///     header. Such a connection is closed if it does not begin with one.
    ///   - accept: called on the loop with each new connection. The connection reads nothing until its `start` is
    ///     called, and stays open even if no reference to it is kept.
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

    /// Stops accepting connections. May be called from any thread; the loop's thread then closes the listening socket.
    public func close() {
        loop.onLoop { [acceptor] in acceptor.value.loopStops() }
    }
}
