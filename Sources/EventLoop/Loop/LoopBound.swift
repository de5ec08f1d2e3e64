/// A value that belongs to one loop, wrapped so that any thread may hold it and pass it on. Only the loop's thread can
/// read the value: on any other thread, `value` ends the process.
///
/// A class whose state belongs to a loop is an ordinary class without a conformance to `Sendable`, and the compiler
/// keeps its objects on their thread. This wrapper is for references that must cross threads on their way back to the
/// loop. Decision 0214 describes the costs of the wrapper.
///
/// `@unchecked Sendable`: only the loop's thread can read the value. When a value is bound, `sending` or a check at run
/// time proves that no other thread uses it. Every later access is checked. The last reference to the value may be
/// dropped on any thread, so the `deinit` of a bound class must not touch what belongs to the loop.
public struct LoopBound<Value>: @unchecked Sendable {
    public let loop: EventLoop
    @usableFromInline let bound: Value

    /// Wraps a value that already belongs to the loop. Must be called on the loop's thread.
    @inlinable
    public init(_ value: Value, on loop: EventLoop) {
        loop.preconditionCurrent()
        self.loop = loop
        bound = value
    }

    /// Wraps a value to which the caller keeps no reference, so that it belongs to the loop from now on. May be called
    /// from any thread.
    @inlinable
    public init(sending value: sending Value, on loop: EventLoop) {
        self.loop = loop
        bound = value
    }

    /// The wrapped value. Must be read on the loop's thread; on any other thread the process ends.
    @inlinable
    public var value: Value {
        loop.preconditionCurrent()
        return bound
    }

    /// Schedules `work` on the loop, which calls it with the wrapped value, and returns before it runs. Calls from one
    /// thread run in their order. May be called from any thread.
    @inlinable
    public func execute(_ work: @escaping @Sendable (Value) -> Void) {
        loop.execute { work(value) }
    }

    /// Runs `work` with the wrapped value in a new task whose executor preference is the loop, so `work` runs on the
    /// loop's thread. If the calling task is cancelled, the new task is cancelled too. May be called from any thread.
    @inlinable
    public func run<T: Sendable>(_ work: @escaping @Sendable (Value) async throws -> T) async throws -> T {
        try await loop.run { try await work(value) }
    }
}
