import Glibc

/// Reads the PROXY header of a connection, and leaves all bytes after it in the socket.
final class ProxyGreeting {
    enum Outcome {
        /// The PROXY header was read, and the receiver of the outcome owns the socket from now on. The client is `nil`
        /// if the header names no address, as for a proxy's health check.
        case greeted(client: SocketAddress?)
        /// The PROXY header was late or malformed, or the connection or its listener closed first. The socket is
        /// closed.
        case refused
    }

    /// The time limit for the PROXY header. According to §2 of the PROXY protocol's specification, the sender puts the
    /// header into its first packet.
    private static let patience: Duration = .seconds(5)

    private let loop: EventLoop
    private let descriptor: Int32
    private var watcher: SocketWatcher?
    private var deadline: Deadline?
    private var received: [UInt8] = []
    private var isOver = false
    private let finished: (Outcome) -> Void

    /// Takes over a socket to read its PROXY header. Must be called on the loop's thread.
    ///
    /// - Parameter finished: called once with the outcome.
    init(on loop: EventLoop, taking descriptor: Int32, finished: @escaping (Outcome) -> Void) {
        self.loop = loop
        self.descriptor = descriptor
        self.finished = finished
    }

    func start() {
        guard let watcher = try? SocketWatcher(on: loop, descriptor: descriptor) else { return end(with: .refused) }
        self.watcher = watcher
        deadline = loop.schedule(after: Self.patience) { [weak self] in self?.end(with: .refused) }
        watcher.watch(readable: true, writable: false) { [weak self] _ in self?.read() }
    }

    func close() { end(with: .refused) }

    private func read() {
        unsafe withUnsafeTemporaryAllocation(byteCount: ProxyHeader.longest, alignment: 1) { room in
            let count = unsafe recv(descriptor, room.baseAddress, room.count - received.count, Int32(MSG_PEEK))
            guard count > 0 else {
                if count == 0 || errno != EAGAIN && errno != EINTR { end(with: .refused) }
                return
            }
            let seen = unsafe received + room.prefix(count)
            switch ProxyHeader(seen) {
            case .incomplete:
                // The bytes of the incomplete PROXY header are removed from the socket, so that the socket becomes
                // readable only when more bytes arrive.
                guard unsafe recv(descriptor, room.baseAddress, count, 0) == count else { return end(with: .refused) }
                received = seen
            case .complete(let length, let client):
                let rest = length - received.count
                guard unsafe recv(descriptor, room.baseAddress, rest, 0) == rest else { return end(with: .refused) }
                end(with: .greeted(client: client))
            case .malformed: end(with: .refused)
            }
        }
    }

    private func end(with outcome: Outcome) {
        guard !isOver else { return }
        isOver = true
        watcher?.close()
        deadline?.cancel()
        if case .refused = outcome { Glibc.close(descriptor) }
        finished(outcome)
    }
}
