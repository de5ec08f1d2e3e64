import CLibUV
import Synchronization

/// A turn of the loop: libuv's callbacks for ready handles, then all work from them and from other threads, then the
/// wait.
extension EventLoop {
    /// The maximum pieces of work before the sockets are checked again.
    private static let workPerTurn = 256
    /// The maximum time of a turn's work, in nanoseconds: a task that yields during long work lets the sockets be
    /// served.
    private static let timePerTurn: UInt64 = 1_000_000

    /// Takes new work from other threads, which libuv has reported.
    func takeMail() {
        guard !isStopping else { return handles.closeAsync() }
        mailbox.take(into: &ready)
    }

    /// Runs ready work before the loop waits, and prevents the wait if there is more.
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
        // A handle that is started after it was closed would keep the loop alive forever.
        guard !isStopping else { return }
        handles.isEager = !ready.isEmpty || !atTurnsEnd.isEmpty
        // libuv computes its wait from its cached time, which is outdated by the work just done.
        unsafe uv_update_time(handles.loop)
    }

    /// Runs the work that is ready now, but not work added by it. Returns the number of pieces.
    private func runBatch(atMost limit: Int) -> Int {
        var batch: [Work] = []
        swap(&batch, &spare)
        swap(&batch, &ready)
        let count = min(limit, batch.count)
        for index in 0..<count { run(batch[index]) }
        if count < batch.count {
            // Work that waited longer goes first.
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

    /// Runs work in place of the loop's thread, until there is none.
    func runLateWork() {
        let thread = Thread.current
        threadID.store(thread, ordering: .relaxed)
        repeat {
            while !ready.isEmpty || !atTurnsEnd.isEmpty { finishLateTurn() }
        } while mailbox.takeLate(into: &ready)
        // Another thread may have become the late thread already.
        _ = threadID.compareExchange(expected: thread, desired: 0, ordering: .relaxed)
    }

    private func finishLateTurn() {
        while !ready.isEmpty { _ = runBatch(atMost: .max) }
        var works: [() -> Void] = []
        swap(&works, &atTurnsEnd)
        for work in works { work() }
    }
}
