/// A value that belongs to one loop, in a form that any thread may hold and pass on. Only the loop's thread can get the
/// value: anywhere else `value` ends the process.
///
/// A class whose state belongs to a loop is an ordinary class without a conformance to `Sendable`, and the compiler keeps
/// its objects on their thread. This wrapper is for the places where a reference has to cross threads on its way back to
/// the loop. Decision 0214 says what it costs.
///
/// `@unchecked Sendable`: only the loop's thread can reach the value. When it is bound, that is proved by `sending`, or
/// checked at run time; every later access is checked. The last reference to the value may be dropped on any thread, so
/// the `deinit` of a bound class must not touch what belongs to the loop.
public struct LoopBound<Value>: @unchecked Sendable {
    public let loop: EventLoop
    @usableFromInline let bound: Value

    /// Binds a value that is on the loop already. On the loop only.
    @inlinable
    public init(_ value: Value, on loop: EventLoop) {
        loop.preconditionCurrent()
        self.loop = loop
        bound = value
    }

    /// Binds a value that nothing else refers to. May be called from any thread.
    @inlinable
    public init(sending value: sending Value, on loop: EventLoop) {
        self.loop = loop
        bound = value
    }

    /// On the loop only.
    @inlinable
    public var value: Value {
        loop.preconditionCurrent()
        return bound
    }

    /// Runs `work` on the loop: soon, never at once, in the order of the calls. May be called from any thread.
    @inlinable
    public func execute(_ work: @escaping @Sendable (Value) -> Void) {
        loop.execute { work(value) }
    }

    /// Runs `work` in a task that prefers the loop; cancelling the caller cancels it. May be called from any thread.
    @inlinable
    public func run<T: Sendable>(_ work: @escaping @Sendable (Value) async throws -> T) async throws -> T {
        try await loop.run { try await work(value) }
    }
}
