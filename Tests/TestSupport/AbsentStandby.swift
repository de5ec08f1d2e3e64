public import PostgresClient
import SQL

/// Makes commits wait for a standby that never connects. These functions need a superuser's connection to a private
/// cluster with durable commits.
extension PostgresConnection {
    /// Makes every commit wait for the absent standby from now on.
    public func awaitStandby() async throws {
        _ = try await perform("ALTER SYSTEM SET synchronous_standby_names = 'nobody'")
        try await reload("nobody")
    }

    /// Ends every commit's wait for the absent standby, and makes no commit wait from now on.
    public func forgoStandby() async throws {
        _ = try await perform("ALTER SYSTEM SET synchronous_standby_names = ''")
        try await reload("")
    }

    private func reload(_ expected: String) async throws {
        _ = try await perform("SELECT pg_reload_conf()", effect: .reads)
        try await until {
            try await perform("SHOW synchronous_standby_names", effect: .reads).only.text(0) == expected
        }
        // A session obeys the new `synchronous_standby_names` only after PostgreSQL's checkpointer process has reloaded
        // its configuration. Once two checkpoints are done, the checkpointer has certainly reloaded it.
        for _ in 0..<2 { _ = try await perform("CHECKPOINT") }
    }

    /// Waits until `count` sessions of the cluster wait for the standby or for any lock. Returns early if `held`
    /// finishes.
    ///
    /// - Parameter since: transactions that began at or before this time, in microseconds since 1970, are not counted.
    /// - Returns: the time at which the youngest of the counted transactions began, in microseconds since 1970; 0 if
    ///   `held` finished.
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

    /// Cancels the statement of every session whose commit waits for the standby.
    public func cancelWaitForStandby() async throws {
        let cancel: Statement = "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
        _ = try await perform(cancel, effect: .reads)
    }
}
