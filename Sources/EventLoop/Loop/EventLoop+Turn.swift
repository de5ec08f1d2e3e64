import CLibUV
import Synchronization

/// One iteration of the loop ("turn" in names) has three steps: libuv calls the callbacks of ready handles, the loop
/// runs the work that these callbacks and other threads have added, and then the loop waits.
extension EventLoop {
    /// The maximum number of pieces of work that run before the loop checks its sockets again.
    private static let workPerTurn = 256
    /// The time in nanoseconds after which an iteration of the loop takes no more work from `ready`. So the sockets are
    /// served even while a long task yields repeatedly.
    private static let timePerTurn: UInt64 = 1_000_000

    /// Moves the work that other threads have posted from the mailbox into `ready`. libuv calls this function after a
    /// wake-up. A stopping loop closes its `async` handle instead.
    func takeMail() {
        guard !isStopping else { return handles.closeAsync() }
        mailbox.take(into: &ready)
    }

    /// Runs ready work before the loop waits. If work is left, the loop does not wait.
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
        // If the loop is stopping, its idle handle is not started: a handle that is started after it was closed would
        // keep the loop alive forever.
        guard !isStopping else { return }
        handles.isEager = !ready.isEmpty || !atTurnsEnd.isEmpty
        // libuv's cached time is updated, since the work just done has made it outdated. From the cached time libuv
        // computes how long it waits.
        unsafe uv_update_time(handles.loop)
    }

    /// Runs at most `limit` pieces of the work that is in `ready` now, but not work that is added meanwhile. Returns
    /// the number of pieces that were run.
    private func runBatch(atMost limit: Int) -> Int {
        var batch: [Work] = []
        swap(&batch, &spare)
        swap(&batch, &ready)
        let count = min(limit, batch.count)
        for index in 0..<count { run(batch[index]) }
        if count < batch.count {
            // The work that was not run is put back into `ready`, in front of the work that was added meanwhile.
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

    /// Runs all work that arrives or is left after libuv's loop has ended, on the calling thread.
    func runLateWork() {
        let thread = Thread.current
        threadID.store(thread, ordering: .relaxed)
        repeat {
            while !ready.isEmpty || !atTurnsEnd.isEmpty { finishLateTurn() }
        } while mailbox.takeLate(into: &ready)
        // `threadID` is set to 0 only if it still has the present thread's id, since another thread may already be
        // running work that was posted later.
        _ = threadID.compareExchange(expected: thread, desired: 0, ordering: .relaxed)
    }

    private func finishLateTurn() {
        while !ready.isEmpty { _ = runBatch(atMost: .max) }
        var works: [() -> Void] = []
        swap(&works, &atTurnsEnd)
        for work in works { work() }
    }
}
