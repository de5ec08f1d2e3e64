import EventLoop
import PostgresClient
import SQL
import Synchronization

/// Caches the result of a database query for five seconds, since counting rows is slow and metrics and readiness may be
/// requested often.
final class RecentReading<Value: Sendable>: Sendable {
    private let statement: Statement
    private let decode: @Sendable (Rows) throws(PostgresError) -> Value
    private let last = Mutex<(value: Value, at: MonotonicTime)?>(nil)

    private var holdsFor: Duration { .seconds(5) }

    init(_ statement: Statement, decode: @escaping @Sendable (Rows) throws(PostgresError) -> Value) {
        self.statement = statement
        self.decode = decode
    }

    /// The last result of the query if it is at most five seconds old, or else a new one from PostgreSQL. Call it on
    /// the pool's loop only.
    func value(from pool: PostgresPool, within patience: Duration) async throws(PostgresError) -> Value {
        let now = pool.loop.now
        if let known = last.withLock({ $0 }), now < known.at + holdsFor { return known.value }
        let value = try decode(try await pool.perform(statement, effect: .reads, within: patience))
        last.withLock { $0 = (value, now) }
        return value
    }
}
