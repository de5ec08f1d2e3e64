import CLibUV
import Synchronization

/// An object that owns a libuv handle, and closes the handle when the loop stops.
protocol HandleOwner: AnyObject {
    func loopStops()
}

struct Stopping {
    var thread: Thread?
    var hasEnded = false
    var waiters: [CheckedContinuation<Thread?, Never>] = []
}

extension EventLoop {
    /// Stops the loop: closes every connection, listener and watcher, wakes every sleeper with `CancellationError`,
    /// drops all deadlines, runs the remaining work, closes libuv's loop and joins the thread. May be called several
    /// times and from any thread.
    ///
    /// After the stop, tasks whose executor preference is this loop run one at a time on a substitute thread. They
    /// cannot open connections, listeners or watchers.
    public func stop() async {
        let thread = await withCheckedContinuation { waiter in
            let hasEnded = stopping.withLock { stopping in
                if !stopping.hasEnded { stopping.waiters.append(waiter) }
                return stopping.hasEnded
            }
            guard !hasEnded else { return waiter.resume(returning: nil) }
            // The loop begins to stop only after the caller of `stop` is registered as a waiter. The loop passes its
            // thread to the first registered waiter, which then joins the thread.
            execute { [self] in beginStop() }
        }
        await thread?.joined()
    }

    /// The main function of the loop's thread: runs libuv's loop until it is stopped, and then the work that is left.
    func turn() {
        threadID.store(Thread.current, ordering: .relaxed)
        unsafe uv_run(handles.loop, UV_RUN_DEFAULT)
        let left = unsafe uv_loop_close(handles.loop)
        precondition(left == 0, "a handle outlived its loop")
        runLateWork()
        let (thread, waiters) = stopping.withLock { stopping in
            stopping.hasEnded = true
            defer { stopping.waiters = [] }
            return (stopping.thread, stopping.waiters)
        }
        // The first caller of `stop` receives the loop's thread and joins it: the thread ends soon after it was passed
        // on.
        for (index, waiter) in waiters.enumerated() {
            waiter.resume(returning: index == 0 ? thread : nil)
        }
    }

    private func beginStop() {
        guard !isStopping else { return }
        isStopping = true
        let isBeingWoken = mailbox.close(into: &ready)
        unsafe uv_walk(
            handles.loop,
            { handle, _ in
                guard let handle = unsafe handle, unsafe uv_is_closing(handle) == 0,
                    let data = unsafe handle.pointee.data
                else { return }
                let owner = unsafe Unmanaged<AnyObject>.fromOpaque(data).takeUnretainedValue()
                (owner as? any HandleOwner)?.loopStops()
            }, nil)
        for alarm in wheel.removeAll() { alarm.loopStops() }
        resolver?.close()
        handles.close()
        // If another thread may be calling `uv_async_send` on the `async` handle, the handle stays open. `takeMail`
        // closes it later.
        if !isBeingWoken { handles.closeAsync() }
    }
}
