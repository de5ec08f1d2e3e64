import CLibUV
import Synchronization

/// One thread that turns one libuv loop, and runs Swift tasks on it.
///
/// As a `TaskExecutor` it runs tasks that prefer it (`Task(executorPreference: loop)`), default actors they call included,
/// so work that belongs to a loop never leaves its thread. As a `SerialExecutor` it can be an actor's own executor.
///
/// `@unchecked Sendable`: `threadID` is atomic, `mailbox` locks itself, `stopping` locks itself. Everything else is touched
/// on the loop's thread alone: by callbacks of libuv, or behind `preconditionCurrent()`.
public final class EventLoop: SerialExecutor, TaskExecutor, @unchecked Sendable {
    public let name: String

    let handles: LoopHandles
    let mailbox = Mailbox()
    let stopping = Mutex(Stopping())
    /// 0 while no thread is the loop's.
    let threadID = Atomic<UInt>(0)

    // The loop's thread alone.
    var wheel = TimerWheel<Alarm>()
    var timerIsSetFor: Int64?
    /// What runs before the loop waits again, in the order in which it came.
    var ready: [Work] = []
    /// An array's memory to take the next work into.
    var spare: [Work] = []
    var atTurnsEnd: [() -> Void] = []
    var isStopping = false
    var resolver: WorkerPool?

    /// Starts its thread at once. Somebody has to call `stop`, or it runs for ever.
    ///
    /// - Parameter name: the thread's, as `top -H` shows it.
    public init(name: String) throws(SystemError) {
        self.name = name
        handles = try LoopHandles()
        handles.start(for: self)
        let thread = try Thread(name: name) { [self] in turn() }
        stopping.withLock { $0.thread = thread }
    }

    /// Whether the caller is on the loop's thread.
    @inline(__always)
    public var isCurrent: Bool { threadID.load(ordering: .relaxed) == Thread.current }

    @inline(__always)
    public func preconditionCurrent() {
        precondition(isCurrent, "off its loop")
    }

    /// Runs `work` on the loop: soon, never at once, in the order of the calls.
    public func execute(_ work: @escaping @Sendable () -> Void) {
        if isCurrent {
            ready.append(.closure(work))
        } else {
            post(.closure(work))
        }
    }

    /// Runs `work` once, when everything that this turn of the loop has to run has run, just before it looks at its sockets again: the place to
    /// send in one go what a turn has gathered. On the loop only.
    public func atEndOfTurn(_ work: @escaping () -> Void) {
        preconditionCurrent()
        atTurnsEnd.append(work)
    }

    /// Runs `body` in a task that prefers this loop; cancelling the caller cancels it.
    public func run<T: Sendable>(_ body: @escaping @Sendable () async throws -> T) async throws -> T {
        let task = Task(executorPreference: self) { try await body() }
        return try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }

    /// The loop whose handle's `data` this is.
    static func owning(_ data: UnsafeMutableRawPointer?) -> EventLoop {
        unsafe Unmanaged<EventLoop>.fromOpaque(data.unsafelyUnwrapped).takeUnretainedValue()
    }
}
