import CLibUV
import Synchronization

/// A queue that passes pieces of work from any thread to the threads of a pool. The number of waiting pieces is
/// bounded.
///
/// `@unchecked Sendable`: `state` is a mutex. Any thread may use the semaphore, which is freed with the last reference.
@safe final class WorkQueue: @unchecked Sendable {
    /// A piece of work for a pool's thread. It returns a function that delivers its result, which is called after the
    /// thread is counted as idle again.
    typealias Work = @Sendable () -> @Sendable () -> Void

    // The nested type `State` is not private, since Swift 6.3.1 fails to compile some uses of it if it is private.
    struct State {
        var arriving: [Work] = []
        /// The pieces of work that the pool's threads take next, the oldest last.
        var leaving: [Work] = []
        /// The number of the pool's idle threads.
        var free: Int
        var isClosed = false

        var waiting: Int { arriving.count + leaving.count }

        mutating func takeFirst() -> Work? {
            if leaving.isEmpty {
                swap(&arriving, &leaving)
                leaving.reverse()
            }
            return leaving.popLast()
        }
    }

    private let state: Mutex<State>
    private let limit: Int
    private let threads: Int
    /// A semaphore on which the pool's threads wait. It is raised for each piece of work that is added. `close` raises
    /// it once for each thread, so that every thread wakes up and ends.
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

    /// The number of pieces of work in the queue, without those that idle threads are about to take.
    var waiting: Int { state.withLock { max(0, $0.waiting - $0.free) } }

    /// Adds a piece of work to the queue. Returns `false` if the queue is full or closed.
    func add(_ work: @escaping Work) -> Bool {
        let isTaken = state.withLock { state in
            guard !state.isClosed, state.waiting < limit + state.free else { return false }
            state.arriving.append(work)
            return true
        }
        if isTaken { unsafe uv_sem_post(semaphore) }
        return isTaken
    }

    /// Waits for a piece of work and runs it, on a thread of the pool. Returns `false` if the queue is closed and
    /// empty.
    func workOnce() -> Bool {
        unsafe uv_sem_wait(semaphore)
        let work = state.withLock { state in
            let work = state.takeFirst()
            if work != nil { state.free -= 1 }
            return work
        }
        guard let work else { return false }
        let tell = work()
        state.withLock { $0.free += 1 }
        tell()
        return true
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
