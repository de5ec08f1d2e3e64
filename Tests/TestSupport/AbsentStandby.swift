public import PostgresClient
import SQL

/// A standby that commits wait for and that never connects. For a superuser's connection to a private cluster whose
/// commits are durable.
extension PostgresConnection {
    /// From now on every commit waits for it.
    public func awaitStandby() async throws {
        _ = try await perform("ALTER SYSTEM SET synchronous_standby_names = 'nobody'")
        try await reload("nobody")
    }

    /// From now on no commit waits, and those that do go on.
    public func forgoStandby() async throws {
        _ = try await perform("ALTER SYSTEM SET synchronous_standby_names = ''")
        try await reload("")
    }

    private func reload(_ expected: String) async throws {
        _ = try await perform("SELECT pg_reload_conf()", effect: .reads)
        while try await perform("SHOW synchronous_standby_names", effect: .reads).only.text(0) != expected {}
        // The checkpointer notifies the sessions. It is signalled last, so the second request finds it notified.
        for _ in 0..<2 { _ = try await perform("CHECKPOINT") }
    }

    /// Returns when this number of the cluster's sessions wait for the standby, or for one that does; or when their
    /// work ends without that.
    ///
    /// - Parameter since: transactions that began before are not counted.
    /// - Returns: when the youngest of their transactions began, in microseconds.
    @discardableResult
    public func sessionsAwaitStandby<Value>(
        _ count: Int = 1, since: Int64 = 0, in held: Held<Value>
    ) async throws -> Int64 {
        let statement: Statement = """
            SELECT count(*), coalesce(max(extract(epoch FROM xact_start) * 1000000), 0)::bigint FROM pg_stat_activity
            WHERE (wait_event = 'SyncRep' OR wait_event_type = 'Lock')
                AND extract(epoch FROM xact_start) * 1000000 > \(since)
            """
        while !held.isOver {
            let row = try await perform(statement, effect: .reads).only
            if try row.int(0) >= count { return try row.int64(1) }
        }
        return 0
    }

    /// Cancels the waits for the standby.
    public func cancelWaitForStandby() async throws {
        let cancel: Statement = "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
        _ = try await perform(cancel, effect: .reads)
    }
}
