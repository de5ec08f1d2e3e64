import CLibUV
import Synchronization

/// The error that a worker pool refuses work, since its queue is full or it is closed.
public struct WorkerPoolFull: Error, Hashable, Sendable {
    public init() {}
}

/// Threads for work that occupies a core or blocks (a password hash, a name look-up), so that no loop has to do it. The
/// queue is bounded: an immediate refusal is better than a late answer.
public final class WorkerPool: Sendable {
    private let queue: WorkQueue
    private let threads: Mutex<[Thread]>

    /// Starts the pool's threads.
    ///
    /// - Parameters:
    ///   - threads: the number of threads, at least one.
    ///   - queueLimit: the maximum number of pieces of work that wait.
    ///   - isBackground: whether the threads have a lower priority than the process's other threads.
    public init(
        threads count: Int, queueLimit: Int, name: String = "worker", isBackground: Bool = false
    ) throws(SystemError) {
        precondition(count > 0 && queueLimit >= 0, "a pool has at least one thread")
        let queue = WorkQueue(threads: count, limit: queueLimit)
        self.queue = queue
        var started: [Thread] = []
        do {
            for index in 0..<count {
                started.append(
                    try Thread(name: "\(name)-\(index)", isBackground: isBackground) { while queue.workOnce() {} })
            }
        } catch {
            queue.close()
            for thread in started { thread.detach() }
            throw error
        }
        threads = Mutex(started)
    }

    deinit { close() }

    /// Runs `body` on one of the pool's threads, and returns its result. The caller resumes in its own isolation.
    ///
    /// - Throws: `WorkerPoolFull`, at once, if the pool's queue is full or the pool is closed.
    public func run<T: Sendable>(_ body: @escaping @Sendable () -> T) async throws(WorkerPoolFull) -> T {
        let result = await withCheckedContinuation {
            (continuation: CheckedContinuation<Result<T, WorkerPoolFull>, Never>) in
            let isTaken = queue.add {
                let value = body()
                return { continuation.resume(returning: .success(value)) }
            }
            if !isTaken { continuation.resume(returning: .failure(WorkerPoolFull())) }
        }
        return try result.get()
    }

    /// The number of pieces of work that wait for a thread.
    public var waiting: Int { queue.waiting }

    /// Closes the pool, which then accepts no more work. Work that waits is still run. Returns before the threads have
    /// ended.
    public func close() {
        queue.close()
        for thread in takeThreads() { thread.detach() }
    }

    /// Closes the pool, which then accepts no more work. Returns when all waiting work has been run and the threads
    /// have ended.
    public func stop() async {
        queue.close()
        for thread in takeThreads() { await thread.joined() }
    }

    private func takeThreads() -> [Thread] {
        threads.withLock { threads in
            defer { threads = [] }
            return threads
        }
    }
}
