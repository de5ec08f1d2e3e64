import CLibUV
import Synchronization

/// One thread that runs one libuv loop, and Swift tasks on it.
///
/// As a `TaskExecutor` it runs tasks that prefer it (`Task(executorPreference: loop)`), including the default actors
/// that they call, so a loop's work never leaves its thread. As a `SerialExecutor` it can be an actor's own executor.
///
/// `@unchecked Sendable`: `threadID` is atomic; `mailbox` and `stopping` synchronize themselves. All other state is
/// touched only on the loop's thread: by callbacks of libuv, or behind `preconditionCurrent()`.
public final class EventLoop: SerialExecutor, TaskExecutor, @unchecked Sendable {
    public let name: String

    let handles: LoopHandles
    let mailbox = Mailbox()
    let stopping = Mutex(Stopping())
    /// The id of the thread that runs the loop, or that runs work posted after the loop's stop; 0 if there is none.
    let threadID = Atomic<UInt>(0)

    // State of the loop that only the loop's thread touches.
    var wheel = TimerWheel<Alarm>()
    var timerIsSetFor: Int64?
    /// The work that the loop runs before it waits again, in order of arrival.
    var ready: [Work] = []
    /// An empty array whose memory is reused when the loop takes the next work from `ready`.
    var spare: [Work] = []
    var atTurnsEnd: [() -> Void] = []
    var isStopping = false
    var resolver: WorkerPool?

    /// Starts the loop's thread, which runs until `stop` is called.
    ///
    /// - Parameter name: the thread's name, as `top -H` shows it.
    public init(name: String) throws(SystemError) {
        self.name = name
        handles = try LoopHandles()
        handles.start(for: self)
        let thread = try Thread(name: name) { [self] in turn() }
        stopping.withLock { $0.thread = thread }
    }

    /// Whether the caller of this property is on the loop's thread.
    @inline(__always)
    public var isCurrent: Bool { threadID.load(ordering: .relaxed) == Thread.current }

    @inline(__always)
    public func preconditionCurrent() {
        precondition(isCurrent, "off its loop")
    }

    /// Schedules `work` on the loop, and returns before it runs. Calls from one thread run in their order. May be
    /// called from any thread.
    public func execute(_ work: @escaping @Sendable () -> Void) {
        if isCurrent {
            ready.append(.closure(work))
        } else {
            post(.closure(work))
        }
    }

    /// Runs `work` once at the end of the loop's current iteration, before the loop checks its sockets again.
    /// Connections use it to send all output of an iteration in one write. Must be called on the loop's thread.
    public func atEndOfTurn(_ work: @escaping () -> Void) {
        preconditionCurrent()
        atTurnsEnd.append(work)
    }

    /// Runs `body` in a new task whose executor preference is this loop, so `body` runs on the loop's thread. If the
    /// calling task is cancelled, the new task is cancelled too. May be called from any thread.
    public func run<T: Sendable>(_ body: @escaping @Sendable () async throws -> T) async throws -> T {
        let task = Task(executorPreference: self) { try await body() }
        return try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }

    /// The loop that owns a libuv handle, found by the handle's `data`.
    static func owning(_ data: UnsafeMutableRawPointer?) -> EventLoop {
        unsafe Unmanaged<EventLoop>.fromOpaque(data.unsafelyUnwrapped).takeUnretainedValue()
    }
}
