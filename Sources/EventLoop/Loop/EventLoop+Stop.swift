import CLibUV
import Synchronization

/// The owner of a libuv handle, which ends it when its loop stops.
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
    /// runs the remaining work, frees libuv's memory and joins the thread. May be called several times and from
    /// anywhere.
    ///
    /// Tasks that still prefer the loop continue afterwards, one at a time, on a substitute thread; they cannot open
    /// anything.
    public func stop() async {
        let thread = await withCheckedContinuation { waiter in
            let hasEnded = stopping.withLock { stopping in
                if !stopping.hasEnded { stopping.waiters.append(waiter) }
                return stopping.hasEnded
            }
            guard !hasEnded else { return waiter.resume(returning: nil) }
            // Not earlier: if the loop ended while nothing waits, its thread would never be joined.
            execute { [self] in beginStop() }
        }
        thread?.join()
    }

    /// The main function of the loop's thread.
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
        // The first caller joins the thread, which does nothing from here on but end.
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
        // Another thread may be inside `uv_async_send`: then its wake-up closes the handle.
        if !isBeingWoken { handles.closeAsync() }
    }
}
