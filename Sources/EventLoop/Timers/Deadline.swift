import CLibUV

/// A deadline: work that a loop runs at a given time, unless the deadline is cancelled. Dropping this value does not
/// cancel it.
public struct Deadline: Sendable {
    let loop: EventLoop
    let key: TimerWheel<Alarm>.Key

    /// Cancels the deadline, even if its time has come but its work has not begun. Cancelling has no effect once the
    /// work has begun. Must be called on the loop's thread.
    public func cancel() {
        loop.preconditionCurrent()
        guard loop.wheel.remove(key) != nil else { return }
        loop.setTimer()
    }

    /// Postpones the deadline to `duration` from now, which costs less than a new one. Must be called on the loop's
    /// thread.
    ///
    /// - Returns: whether the deadline was still pending.
    @discardableResult
    public func postpone(to duration: Duration) -> Bool {
        loop.preconditionCurrent()
        guard loop.wheel.move(key, due: EventLoop.clock.saturatingAdding(duration.wholeMilliseconds)) else {
            return false
        }
        loop.setTimer()
        return true
    }

    /// Whether the deadline is neither over nor cancelled. Must be read on the loop's thread.
    public var isPending: Bool {
        loop.preconditionCurrent()
        return loop.wheel.isWaiting(key)
    }
}

extension EventLoop {
    /// The time at which the loop's current iteration began; on a stopping loop, the clock's current time. Must be read
    /// on the loop's thread.
    public var now: MonotonicTime {
        preconditionCurrent()
        return MonotonicTime(milliseconds: isStopping ? Self.clock : Int64(unsafe uv_now(handles.loop)))
    }

    /// Runs `work` on the loop `duration` from now, never earlier and usually less than 10 ms later. A loop that stops
    /// drops `work`. Must be called on the loop's thread.
    @discardableResult
    public func schedule(after duration: Duration, _ work: @escaping () -> Void) -> Deadline {
        preconditionCurrent()
        return Deadline(loop: self, key: insert(after: duration, .work(work)))
    }

    func insert(after duration: Duration, _ alarm: Alarm) -> TimerWheel<Alarm>.Key {
        let now = Self.clock
        let key = wheel.insert(due: now.saturatingAdding(max(duration.wholeMilliseconds, 0)), now: now, alarm)
        if isStopping {
            wheel.remove(key)?.loopStops()
        } else {
            setTimer()
        }
        return key
    }

    /// The current time of the monotonic clock in milliseconds. libuv's cached time may be outdated by the work of the
    /// loop's current iteration.
    static var clock: Int64 { Int64(uv_hrtime() / 1_000_000) }

    /// Sets the loop's only libuv timer to the next time at which the timer wheel must be checked, or stops the timer
    /// if the wheel is empty.
    func setTimer() {
        let look = wheel.nextLook
        guard let look else {
            if timerIsSetFor != nil {
                timerIsSetFor = nil
                unsafe uv_timer_stop(handles.timer)
            }
            return
        }
        // If the loop's timer is set for an earlier time than necessary, it is not set again. One needless check costs
        // less than a change of the timer for every cancelled deadline.
        if let set = timerIsSetFor, set <= look { return }
        guard !isStopping else { return }
        timerIsSetFor = look
        let wait = max(look - Int64(unsafe uv_now(handles.loop)), 0)
        unsafe uv_timer_start(
            handles.timer,
            { timer in
                guard let timer = unsafe timer else { return }
                unsafe EventLoop.owning(timer.pointee.data).timerFired()
            }, UInt64(wait), 0)
    }

    private func timerFired() {
        timerIsSetFor = nil
        let now = Int64(unsafe uv_now(handles.loop))
        // The work of one deadline may cancel or postpone other deadlines that are due now, so each deadline is checked
        // again before its work runs.
        for key in wheel.dueKeys(at: now) where wheel.isDue(key, at: now) { wheel.remove(key)?.sound() }
        setTimer()
    }
}
