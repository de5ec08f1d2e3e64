/// Tasks of the loop. Their closures may use everything that belongs to the loop: a task runs on the loop's thread, and
/// returns to it after each wait.
extension EventLoop {
    /// Runs `body` in a task of the loop, which begins soon. On the loop only.
    @discardableResult
    @inlinable
    public func task<T: Sendable>(_ body: @escaping @concurrent () async -> T) -> Task<T, Never> {
        Task(executorPreference: self, operation: LoopBound(body, on: self).bound)
    }

    /// Runs `body` in a task of the loop, which begins soon. On the loop only.
    @discardableResult
    @inlinable
    public func task<T: Sendable>(_ body: @escaping @concurrent () async throws -> T) -> Task<T, any Error> {
        Task(executorPreference: self, operation: LoopBound(body, on: self).bound)
    }

    /// Waits for `operation`. If the task is cancelled meanwhile, `cancel` runs on the loop, soon. On the loop only.
    @inlinable @inline(__always)
    public func withCancellation<T>(
        _ operation: () async -> T, onCancel cancel: @escaping () -> Void
    ) async -> T {
        let cancel = LoopBound(cancel, on: self)
        return await withTaskCancellationHandler(operation: operation) { cancel.execute { $0() } }
    }
}
