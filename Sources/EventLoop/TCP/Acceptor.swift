import CLibUV
import Glibc

/// Accepts a listener's connections.
///
/// It watches the socket and calls accept(2) itself, without `uv_listen`. The accept loop of `uv_listen` accepts a
/// whole burst of connections, and it never ends if no descriptor is free and another thread takes libuv's spare
/// descriptor.
@safe final class Acceptor: HandleOwner {
    private let loop: EventLoop
    private let accept: (TCPConnection) -> Void
    private let expectsProxyHeader: ((SocketAddress?) -> Bool)?
    private var greetings: [ObjectIdentifier: ProxyGreeting] = [:]
    private let descriptor: Int32
    private var poll: UnsafeMutablePointer<uv_poll_t>?
    private var pause: Deadline?
    private var isClosed = false

    /// The maximum number of connections that a listener accepts in one iteration of the loop. The remaining ones are
    /// accepted in later iterations.
    private static let acceptsPerTurn = 64
    /// The maximum number of accepted connections whose PROXY header has not arrived yet. Further connections are
    /// closed.
    private static let greetingsAtATime = 4_096
    /// The pause in accepting when the system has no descriptor or no memory for another connection. Clients wait in
    /// the backlog meanwhile.
    private static let pauseWithoutDescriptors: Duration = .milliseconds(50)

    /// Takes over a listening socket. Accepting begins with `open`, which must be called once.
    init(
        on loop: EventLoop, taking descriptor: Int32, expectsProxyHeader: (@Sendable (SocketAddress?) -> Bool)?,
        accept: @escaping @Sendable (TCPConnection) -> Void
    ) {
        self.loop = loop
        self.descriptor = descriptor
        self.expectsProxyHeader = expectsProxyHeader
        self.accept = accept
    }

    func open() {
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
            unsafe Unmanaged<Acceptor>.fromOpaque(data).takeUnretainedValue().acceptSome()
        }
    }

    private func acceptSome() {
        for _ in 0..<Self.acceptsPerTurn {
            guard unsafe poll != nil else { return }
            var peer = sockaddr_storage()
            let accepted = unsafe chairside_accept(descriptor, &peer)
            if accepted >= 0 {
                let peer = SocketAddress(peer)
                if let expectsProxyHeader, expectsProxyHeader(peer) {
                    greet(accepted, from: peer)
                } else if let connection = TCPConnection(on: loop, accepted: accepted, peer: peer) {
                    accept(connection)
                }
                continue
            }
            switch errno {
            case EAGAIN: return
            case EMFILE, ENFILE, ENOBUFS, ENOMEM: return rest()
            // An error such as ECONNABORTED means that the client or its network has already ended the connection
            // (accept(2)). The listener continues with the next connection.
            default: continue
            }
        }
    }

    private func greet(_ accepted: Int32, from proxy: SocketAddress?) {
        var id: ObjectIdentifier?
        let greeting = ProxyGreeting(on: loop, taking: accepted) { [self] outcome in
            if let id { greetings[id] = nil }
            guard case .greeted(let client) = outcome,
                let connection = TCPConnection(on: loop, accepted: accepted, peer: client ?? proxy)
            else { return }
            accept(connection)
        }
        guard greetings.count < Self.greetingsAtATime else { return greeting.close() }
        id = ObjectIdentifier(greeting)
        greetings[ObjectIdentifier(greeting)] = greeting
        greeting.start()
    }

    /// Pauses accepting for `pauseWithoutDescriptors` when the system has no descriptor or no memory for a connection.
    /// The listening socket stays readable meanwhile, so checking it again at once would use the processor for nothing.
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
        for greeting in Array(greetings.values) { greeting.close() }
        unsafe uv_close(UnsafeMutableRawPointer(poll).assumingMemoryBound(to: uv_handle_t.self)) { handle in
            guard let handle = unsafe handle else { return }
            unsafe Unmanaged<Acceptor>.fromOpaque(handle.pointee.data.unsafelyUnwrapped).release()
            unsafe UnsafeMutableRawPointer(handle).assumingMemoryBound(to: uv_poll_t.self).deallocate()
        }
        Glibc.close(descriptor)
    }
}
