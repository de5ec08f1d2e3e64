import CLibUV
import Synchronization

/// Work from many threads to many threads. What may wait beside what runs is bounded.
@safe final class WorkQueue: @unchecked Sendable {
    // Proof: `state` locks itself; the semaphore is made for use from many threads, and is destroyed when nobody has it.
    private struct State {
        var work: [@Sendable () -> Void] = []
        /// Where the work begins that has not been taken.
        var first = 0
        /// Threads that run nothing.
        var free: Int
        var isClosed = false

        var waiting: Int { work.count - first }
    }

    private let state: Mutex<State>
    private let limit: Int
    private let threads: Int
    /// Counts the work, and at the end the threads that have to end.
    private let semaphore = UnsafeMutablePointer<uv_sem_t>.allocate(capacity: 1)

    init(threads: Int, limit: Int) {
        self.limit = limit
        self.threads = threads
        state = Mutex(State(free: threads))
        unsafe uv_sem_init(semaphore, 0)
    }

    deinit {
        unsafe uv_sem_destroy(semaphore)
        unsafe semaphore.deallocate()
    }

    var waiting: Int { state.withLock { max(0, $0.waiting - $0.free) } }

    /// Whether it was taken.
    func add(_ work: @escaping @Sendable () -> Void) -> Bool {
        let isTaken = state.withLock { state in
            guard !state.isClosed, state.waiting < limit + state.free else { return false }
            state.work.append(work)
            return true
        }
        if isTaken { unsafe uv_sem_post(semaphore) }
        return isTaken
    }

    /// Waits for work. `nil` when there is none and there will be none.
    func next() -> (@Sendable () -> Void)? {
        unsafe uv_sem_wait(semaphore)
        let work = state.withLock { state -> (@Sendable () -> Void)? in
            guard state.waiting > 0 else { return nil }
            let work = state.work[state.first]
            state.work[state.first] = {}
            state.first += 1
            if state.first == state.work.count {
                state.work.removeAll(keepingCapacity: true)
                state.first = 0
            } else if state.first >= 1024 {
                state.work.removeSubrange(0..<state.first)
                state.first = 0
            }
            state.free -= 1
            return work
        }
        guard let work else { return nil }
        return { [self] in
            work()
            state.withLock { $0.free += 1 }
        }
    }

    func close() {
        let wasOpen = state.withLock { state in
            defer { state.isClosed = true }
            return !state.isClosed
        }
        guard wasOpen else { return }
        for _ in 0..<threads { unsafe uv_sem_post(semaphore) }
    }
}
