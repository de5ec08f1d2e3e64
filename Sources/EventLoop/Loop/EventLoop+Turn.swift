import CLibUV
import Synchronization

/// A turn of the loop: libuv's callbacks for what became ready, then all work that they or other threads left, then the wait.
extension EventLoop {
    /// So many pieces of work, and then the sockets are looked at, however much there is left.
    private static let workPerTurn = 256
    /// Nor longer than this, in nanoseconds: a task that yields while it works through much lets the sockets be served.
    private static let timePerTurn: UInt64 = 1_000_000

    /// libuv says that there is mail.
    func takeMail() {
        guard !isStopping else { return handles.closeAsync() }
        mailbox.take(into: &ready)
    }

    /// Before the loop waits: runs what is ready, and keeps the loop from waiting where there is more.
    func finishTurn() {
        var left = Self.workPerTurn
        let begun = NanosecondClock.now
        while true {
            while !ready.isEmpty, left > 0 {
                left -= runBatch(atMost: left)
                if NanosecondClock.now &- begun > Self.timePerTurn { left = 0 }
            }
            guard !atTurnsEnd.isEmpty else { break }
            var works: [() -> Void] = []
            swap(&works, &atTurnsEnd)
            for work in works { work() }
            left -= 1
            guard left > 0 else { break }
        }
        // A handle that is started again after it was closed would keep the loop for ever.
        guard !isStopping else { return }
        handles.isEager = !ready.isEmpty || !atTurnsEnd.isEmpty
        // libuv reckons how long it may wait from its cached time, which is older by what has just run.
        unsafe uv_update_time(handles.loop)
    }

    /// Runs what is ready now, but not what becomes ready by that. Returns how many pieces it ran.
    private func runBatch(atMost limit: Int) -> Int {
        var batch: [Work] = []
        swap(&batch, &spare)
        swap(&batch, &ready)
        let count = min(limit, batch.count)
        for index in 0..<count { run(batch[index]) }
        if count < batch.count {
            // What has waited longer goes first.
            batch.removeSubrange(0..<count)
            batch.append(contentsOf: ready)
            swap(&batch, &ready)
        }
        batch.removeAll(keepingCapacity: batch.capacity <= 16 * 1024)
        swap(&batch, &spare)
        return count
    }

    private func run(_ work: Work) {
        switch work {
        case .job(let job):
            unsafe job.runSynchronously(
                isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
        case .closure(let closure):
            closure()
        }
    }

    /// Runs work, in the role of the loop's thread, until there is none.
    func runLateWork() {
        let thread = Thread.current
        threadID.store(thread, ordering: .relaxed)
        repeat {
            while !ready.isEmpty || !atTurnsEnd.isEmpty { finishLateTurn() }
        } while mailbox.takeLate(into: &ready)
        // Another thread may have taken over already.
        _ = threadID.compareExchange(expected: thread, desired: 0, ordering: .relaxed)
    }

    private func finishLateTurn() {
        while !ready.isEmpty { _ = runBatch(atMost: .max) }
        var works: [() -> Void] = []
        swap(&works, &atTurnsEnd)
        for work in works { work() }
    }
}
