import CLibUV
import Glibc

/// A TCP connection that belongs to one loop. It keeps itself alive from its creation until `closed` has been called.
/// No callback is called after that.
@safe public final class TCPConnection: HandleOwner {
    public let loop: EventLoop
    /// The peer's address; `nil` if the system did not report it.
    public let peerAddress: SocketAddress?

    /// A function that is called when the peer has ended its output, unless this side had ended its own output before.
    /// The peer can still receive. If the function is `nil`, the connection closes once all written bytes have been
    /// sent.
    public var onEnd: (() -> Void)?
    /// A function that is called when the kernel has accepted all bytes that `write` had to queue. It is not called if
    /// the kernel accepts them at once.
    public var onDrain: (() -> Void)?

    let tcp: UnsafeMutablePointer<uv_tcp_t>
    var receive: ((RawSpan) -> Void)?
    var closed: ((CloseReason) -> Void)?
    var phase = Phase.open
    /// Whether the peer has ended its output.
    var peerHasEnded = false
    /// Whether the end of the connection's output was requested by `shutdownAfterWrites`.
    var isShuttingDown = false
    /// Whether all output has been sent and TCP's end of the output (FIN) after it.
    var hasShutDown = false
    var wantsToRead = false
    /// The number of bytes passed to `write` since the connection was created.
    var writtenBytes = 0

    enum Phase {
        case open
        case closing(CloseReason)
        case closed
    }

    /// Makes a connection of an accepted socket, whose descriptor it takes over. Returns `nil`, and closes the
    /// descriptor, if libuv refuses the socket.
    init?(on loop: EventLoop, accepted descriptor: Int32, peer: SocketAddress?) {
        self.loop = loop
        peerAddress = peer
        unsafe tcp = .allocate(capacity: 1)
        unsafe uv_tcp_init(loop.handles.loop, tcp)
        guard unsafe uv_tcp_open(tcp, descriptor) == 0 else {
            Glibc.close(descriptor)
            phase = .closed
            keepAlive()
            closeHandle()
            return nil
        }
        unsafe uv_tcp_nodelay(tcp, 1)
        keepAlive()
    }

    /// Creates a connection without a socket, which `connect` then opens.
    init(on loop: EventLoop, connectingTo peer: SocketAddress) {
        self.loop = loop
        peerAddress = peer
        unsafe tcp = .allocate(capacity: 1)
        unsafe uv_tcp_init(loop.handles.loop, tcp)
        keepAlive()
    }

    deinit {
        // The connection is retained until libuv has closed the handle `tcp`. So the handle's memory may be freed here.
        unsafe tcp.deallocate()
    }

    private func keepAlive() {
        unsafe tcp.pointee.data = Unmanaged.passRetained(self).toOpaque()
    }

    public var isOpen: Bool {
        loop.preconditionCurrent()
        if case .open = phase { return true }
        return false
    }

    /// The socket's descriptor; `nil` after the connection has closed.
    package var descriptor: Int32? {
        loop.preconditionCurrent()
        var number: Int32 = -1
        return unsafe uv_fileno(handle, &number) == 0 ? number : nil
    }

    var stream: UnsafeMutablePointer<uv_stream_t> {
        unsafe UnsafeMutableRawPointer(tcp).assumingMemoryBound(to: uv_stream_t.self)
    }

    var handle: UnsafeMutablePointer<uv_handle_t> {
        unsafe UnsafeMutableRawPointer(tcp).assumingMemoryBound(to: uv_handle_t.self)
    }

    /// The connection that owns a libuv handle, found by the handle's `data`.
    static func owning(_ data: UnsafeMutableRawPointer?) -> TCPConnection {
        unsafe Unmanaged<TCPConnection>.fromOpaque(data.unsafelyUnwrapped).takeUnretainedValue()
    }
}
