/// Functions for tasks on the loop's thread. A task resumes on this thread after each suspension, so its closure may
/// use all state that belongs to the loop.
extension EventLoop {
    /// Starts a task that runs `body` on the loop's thread, and returns before `body` begins. Must be called on the
    /// loop's thread.
    @discardableResult
    @inlinable
    public func task<T: Sendable>(_ body: @escaping @concurrent () async -> T) -> Task<T, Never> {
        Task(executorPreference: self, operation: LoopBound(body, on: self).bound)
    }

    /// Starts a task that runs `body` on the loop's thread, and returns before `body` begins. Must be called on the
    /// loop's thread.
    @discardableResult
    @inlinable
    public func task<T: Sendable>(_ body: @escaping @concurrent () async throws -> T) -> Task<T, any Error> {
        Task(executorPreference: self, operation: LoopBound(body, on: self).bound)
    }

    /// Runs `operation`. If the calling task is cancelled before the operation ends, `cancel` is scheduled on the loop.
    /// Must be called on the loop's thread.
    @inlinable @inline(__always)
    public func withCancellation<T>(
        _ operation: () async -> T, onCancel cancel: @escaping () -> Void
    ) async -> T {
        let cancel = LoopBound(cancel, on: self)
        return await withTaskCancellationHandler(operation: operation) { cancel.execute { $0() } }
    }
}
