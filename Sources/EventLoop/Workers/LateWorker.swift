import Synchronization

/// A worker pool with one thread, which starts with the first piece of work. It is for work that many processes never
/// have.
public final class LateWorker: Sendable {
    private enum State {
        case idle
        case started(WorkerPool)
        case closed
    }

    private let state = Mutex(State.idle)
    private let name: String
    private let queueLimit: Int
    private let isBackground: Bool

    /// Creates a worker whose thread is not started yet.
    ///
    /// - Parameters:
    ///   - queueLimit: the maximum number of pieces of work that wait.
    ///   - name: the thread's name.
    ///   - isBackground: whether the thread has a lower priority than the process's other threads.
    public init(queueLimit: Int, name: String, isBackground: Bool = false) {
        self.queueLimit = queueLimit
        self.isBackground = isBackground
        self.name = name
    }

    /// Runs `body` on the worker's thread, and returns its result. The caller resumes in its own isolation.
    ///
    /// - Throws: `WorkerPoolFull`, at once, if the queue is full or the worker is closed; `SystemError` if the thread
    ///   cannot be started.
    public func run<T: Sendable>(_ body: @escaping @Sendable () -> T) async throws -> T {
        try await pool().run(body)
    }

    /// Closes the worker, which then accepts no more work. Work that waits is still run. Returns before the thread has
    /// ended.
    public func close() {
        let pool = state.withLock { state -> WorkerPool? in
            defer { state = .closed }
            if case .started(let pool) = state { return pool }
            return nil
        }
        pool?.close()
    }

    private func pool() throws -> WorkerPool {
        try state.withLock { state in
            switch state {
            case .started(let pool): return pool
            case .closed: throw WorkerPoolFull()
            case .idle:
                let pool = try WorkerPool(
                    threads: 1, queueLimit: queueLimit, name: name, isBackground: isBackground)
                state = .started(pool)
                return pool
            }
        }
    }
}
