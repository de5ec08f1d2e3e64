import CLibUV
import Glibc

/// Accepts TCP connections on one loop. Several loops may listen on one port, each with a listener of its own
/// (SO_REUSEPORT): the kernel then shares out the connections.
///
/// The socket is watched and accepted from here rather than by `uv_listen`, whose accept loop takes a whole burst and, where no
/// descriptor is left and another thread takes libuv's spare one, never ends.
///
/// `@unchecked Sendable`: the variables are touched on `loop` alone; the rest never changes.
@safe public final class TCPListener: HandleOwner, @unchecked Sendable {
    public let loop: EventLoop
    /// The port that it listens on, also where the system chose it.
    public let port: UInt16

    private let accept: @Sendable (TCPConnection) -> Void
    private let descriptor: Int32
    private var poll: UnsafeMutablePointer<uv_poll_t>?
    private var pause: Deadline?
    private var isClosed = false

    /// So many connections, and then it is the others' turn; the kernel says again that there are more.
    private static let acceptsPerTurn = 64
    /// How long nothing is accepted after there was no descriptor left. Clients wait in the backlog.
    private static let pauseWithoutDescriptors: Duration = .milliseconds(50)

    /// Clients can connect when it returns. May be called from any thread.
    ///
    /// - Parameters:
    ///   - host: a numeric address, or `localhost`, which is 127.0.0.1. `::` is IPv4 too.
    ///   - port: 0 lets the system choose.
    ///   - accept: runs on the loop with every connection, which is open until it is closed; it reads when it is started.
    public init(
        on loop: EventLoop, host: String, port: UInt16, backlog: Int32 = 1024,
        accept: @escaping @Sendable (TCPConnection) -> Void
    ) throws(SystemError) {
        let address = try SocketAddress(numericHost: host, port: port)
        let socket = try Descriptor.socket(for: address)
        try socket.set(SO_REUSEADDR, to: 1)
        try socket.set(SO_REUSEPORT, to: 1)
        if case .v6 = address.address { try socket.set(IPV6_V6ONLY, level: Int32(IPPROTO_IPV6), to: 0) }
        try socket.bind(to: address)
        try socket.listen(backlog: backlog)
        self.loop = loop
        self.port = try socket.localAddress()?.port ?? port
        self.accept = accept
        descriptor = socket.release()
        loop.execute { [self] in open() }
    }

    /// Accepts no more. May be called from any thread; the socket is closed when the loop comes to it.
    public func close() {
        loop.onLoop { [self] in loopStops() }
    }

    private func open() {
        let poll = UnsafeMutablePointer<uv_poll_t>.allocate(capacity: 1)
        guard !isClosed, !loop.isStopping, unsafe uv_poll_init(loop.handles.loop, poll, descriptor) == 0 else {
            unsafe poll.deallocate()
            Glibc.close(descriptor)
            return
        }
        unsafe poll.pointee.data = Unmanaged.passRetained(self).toOpaque()
        unsafe self.poll = poll
        watch()
    }

    private func watch() {
        guard let poll = unsafe poll else { return }
        unsafe uv_poll_start(poll, Int32(UV_READABLE.rawValue)) { poll, _, _ in
            guard let data = unsafe poll?.pointee.data else { return }
            unsafe Unmanaged<TCPListener>.fromOpaque(data).takeUnretainedValue().acceptSome()
        }
    }

    private func acceptSome() {
        for _ in 0..<Self.acceptsPerTurn {
            guard unsafe poll != nil else { return }
            var peer = sockaddr_storage()
            let accepted = unsafe chairside_accept(descriptor, &peer)
            if accepted >= 0 {
                if let connection = TCPConnection(on: loop, accepted: accepted, peer: SocketAddress(peer)) {
                    accept(connection)
                }
                continue
            }
            switch errno {
            case EAGAIN: return
            case EMFILE, ENFILE, ENOBUFS, ENOMEM: return rest()
            // The client gave up, or its network did (accept(2)): the next one.
            default: continue
            }
        }
    }

    /// The socket stays readable while there is no descriptor to accept with: looking again at once would spin.
    private func rest() {
        guard let poll = unsafe poll else { return }
        unsafe uv_poll_stop(poll)
        pause = loop.schedule(after: Self.pauseWithoutDescriptors) { [weak self] in self?.watch() }
    }

    func loopStops() {
        isClosed = true
        guard let poll = unsafe poll else { return }
        unsafe self.poll = nil
        pause?.cancel()
        unsafe uv_close(UnsafeMutableRawPointer(poll).assumingMemoryBound(to: uv_handle_t.self)) { handle in
            guard let handle = unsafe handle else { return }
            unsafe Unmanaged<TCPListener>.fromOpaque(handle.pointee.data.unsafelyUnwrapped).release()
            unsafe UnsafeMutableRawPointer(handle).assumingMemoryBound(to: uv_poll_t.self).deallocate()
        }
        Glibc.close(descriptor)
    }
}
