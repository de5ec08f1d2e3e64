import CLibUV

extension TCPConnection {
    /// Opens a TCP connection without blocking. Must be called on the loop's thread.
    ///
    /// - Throws: the system's error; `isTimedOut` after `timeout`; `isCancelled` if the task is cancelled or the loop
    ///   stops.
    public static func connect(
        to address: SocketAddress, on loop: EventLoop, timeout: Duration = .seconds(10)
    ) async throws(SystemError) -> TCPConnection {
        let attempt = ConnectAttempt(to: address, on: loop)
        let result = await loop.withCancellation {
            await withCheckedContinuation { attempt.start(within: timeout, $0) }
        } onCancel: {
            attempt.end(.failure(.cancelled("connect")))
        }
        return try result.get().value
    }
}

/// One attempt to open a TCP connection, with a time limit.
private final class ConnectAttempt {
    typealias Answer = Result<LoopBound<TCPConnection>, SystemError>

    private let address: SocketAddress
    private let loop: EventLoop
    private var connection: TCPConnection?
    private var continuation: CheckedContinuation<Answer, Never>?
    private var deadline: Deadline?
    private var hasEnded = false

    init(to address: SocketAddress, on loop: EventLoop) {
        self.address = address
        self.loop = loop
    }

    func start(within timeout: Duration, _ continuation: CheckedContinuation<Answer, Never>) {
        guard !hasEnded, !loop.isStopping else {
            return continuation.resume(returning: .failure(.cancelled("connect")))
        }
        self.continuation = continuation
        let connection = TCPConnection(on: loop, connectingTo: address)
        self.connection = connection
        connection.closed = { [self] _ in end(.failure(.cancelled("connect"))) }
        let request = UnsafeMutablePointer<uv_connect_t>.allocate(capacity: 1)
        unsafe request.pointee.data = Unmanaged.passRetained(self).toOpaque()
        let code = unsafe address.withSockaddr { address, _ in
            unsafe uv_tcp_connect(request, connection.tcp, address) { request, status in
                guard let request = unsafe request, let data = unsafe request.pointee.data else { return }
                let attempt = unsafe Unmanaged<ConnectAttempt>.fromOpaque(data).takeRetainedValue()
                unsafe request.deallocate()
                attempt.answered(status)
            }
        }
        guard code == 0 else {
            unsafe Unmanaged.passUnretained(self).release()
            unsafe request.deallocate()
            return end(.failure(failure(code)))
        }
        deadline = loop.schedule(after: timeout) { [weak self] in
            self.map { $0.end(.failure($0.failure(UV_ETIMEDOUT.rawValue))) }
        }
    }

    private func answered(_ status: Int32) {
        guard status == 0, let connection else { return end(.failure(failure(status))) }
        unsafe uv_tcp_nodelay(connection.tcp, 1)
        end(.success(LoopBound(connection, on: loop)))
    }

    /// Ends the attempt to connect with its first result. Later results are ignored.
    func end(_ answer: Answer) {
        guard !hasEnded else { return }
        hasEnded = true
        deadline?.cancel()
        connection?.closed = nil
        if case .failure = answer { connection?.close() }
        connection = nil
        continuation?.resume(returning: answer)
        continuation = nil
    }

    private func failure(_ code: Int32) -> SystemError {
        SystemError(code: code, operation: "connect \(address)")
    }
}
