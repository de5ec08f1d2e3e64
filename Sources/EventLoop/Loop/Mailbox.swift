import CLibUV
import Synchronization

/// What a loop runs: a piece of a Swift task, or a closure.
enum Work: Sendable {
    case job(UnownedJob)
    case closure(@Sendable () -> Void)
}

/// What other threads hand to a loop.
///
/// No wake-up gets lost. The loop takes *all* work and lowers `isWakePending` in one critical section, which comes after
/// libuv has lowered the flag of its own that `uv_async_send` reads without a fence. Whoever finds `isWakePending` low is
/// in a later critical section, so it finds libuv's flag low too, and its send does write to the loop's descriptor.
/// Work posted while `isWakePending` is high is taken by the wake-up under way.
///
/// The send is inside the critical section (once per batch), so none reaches a handle that the loop has closed.
struct Mailbox: ~Copyable, Sendable {
    enum Phase {
        /// libuv turns; posting wakes it.
        case open
        /// libuv has ended. A thread that runs late work is under way, or must be started.
        case late(isRunning: Bool)
    }

    // Not private: Swift 6.3.1 then fails to compile what has a mailbox.
    struct State {
        var work: [Work] = []
        var isWakePending = false
        var phase = Phase.open
    }

    private let state = Mutex(State())

    /// Whether the caller has to start a thread for it, because the loop's own has ended.
    func post(_ work: Work, waking async: UnsafeMutablePointer<uv_async_t>) -> Bool {
        state.withLock { state in
            state.work.append(work)
            switch state.phase {
            case .open:
                if !state.isWakePending {
                    state.isWakePending = true
                    unsafe uv_async_send(async)
                }
                return false
            case .late(isRunning: true):
                return false
            case .late(isRunning: false):
                state.phase = .late(isRunning: true)
                return true
            }
        }
    }

    /// Exchanges the work that has come for `empty`, an empty array whose memory is used for the next.
    func take(into empty: inout [Work]) {
        state.withLock { state in
            swap(&state.work, &empty)
            state.isWakePending = false
        }
    }

    /// No posting touches libuv from now on. The caller is the thread that runs late work.
    func close() {
        state.withLock { $0.phase = .late(isRunning: true) }
    }

    /// Like `take`; where there is none, the caller has stopped being the thread for it, and the answer is `false`.
    func takeLate(into empty: inout [Work]) -> Bool {
        state.withLock { state in
            guard !state.work.isEmpty else {
                state.phase = .late(isRunning: false)
                return false
            }
            swap(&state.work, &empty)
            return true
        }
    }
}
