public import EventLoop
public import PostgresClient
import Synchronization

/// A task that is started in order to be blocked by another connection's lock.
public struct Held<Value: Sendable>: Sendable {
    private let task: Task<Value, any Error>
    private let ended: Ended

    private final class Ended: Sendable {
        let isSo = Atomic<Bool>(false)
    }

    public init(on loop: EventLoop? = nil, _ work: @escaping @Sendable () async throws -> Value) {
        let ended = Ended()
        self.ended = ended
        task = Task(executorPreference: loop) {
            defer { ended.isSo.store(true, ordering: .releasing) }
            return try await work()
        }
    }

    public var isOver: Bool { ended.isSo.load(ordering: .acquiring) }

    public func cancel() { task.cancel() }

    public var value: Value { get async throws { try await task.value } }

    /// Waits until `count` sessions of the connection's database wait for a lock. Returns early if the task finishes.
    public func waits(_ connection: PostgresConnection, _ count: Int = 1) async throws {
        try await until {
            if isOver { return true }
            return try await connection.waitingSessions() >= count
        }
    }
}
