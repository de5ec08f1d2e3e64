import EventLoop
import PostgresClient
import SQL

extension Installation {
    /// Rewrites the tables that may have had texts about an erased person, with their indexes and PostgreSQL's samples of
    /// their values. After that the tables' files have none of these texts. Events need no rewriting, since their texts
    /// are encrypted.
    ///
    /// Each table is locked while it is rewritten, for some milliseconds per megabyte. If another session holds a lock on
    /// it, the rewriting lets others continue and tries again.
    ///
    /// - Returns: the number of rewritten tables.
    /// - Throws: an error of PostgreSQL, such as the refusal to wait longer for a lock.
    package func rewriteTables() async throws -> Int {
        var settings = postgres
        settings.statementTimeout = .zero
        settings.deadline = .seconds(3_600)
        let configuration = settings
        return try await Maintenance.onOwnLoop { loop in
            try await loop.run {
                let connection = try await PostgresConnection.connect(configuration, on: loop)
                defer { connection.close() }
                try await connection.run(script: "SET lock_timeout = '2s'")
                let tables = try await connection.perform(.tablesWithTexts, effect: .reads)
                for row in tables { try await Self.rewrite(try row.text(0), on: connection, loop) }
                return tables.count
            }
        }
    }

    /// How often a rewriting waits for a lock of another session.
    private static let mostTries = 30

    private static func rewrite(_ table: String, on connection: PostgresConnection, _ loop: EventLoop) async throws {
        for attempt in 1... {
            do { return try await connection.run(script: "VACUUM (FULL, ANALYZE) \(table)") } catch {
                // 55P03: the lock was not available in time.
                guard case .server(let refusal) = error, refusal.sqlState == "55P03", attempt < mostTries else {
                    throw error
                }
                try await loop.sleep(for: .seconds(1))
            }
        }
    }
}

extension Statement {
    /// A statement that selects the names of the tables to rewrite, quoted: all but the log and its chains, and at last
    /// the table with samples of values.
    fileprivate static let tablesWithTexts: Statement = """
        SELECT format('public.%I', c.relname) FROM pg_catalog.pg_class AS c
        WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'
            AND c.relname NOT IN ('event', 'event_tag', 'chain_segment', 'record_segment', 'patient_access')
        UNION ALL SELECT 'pg_catalog.pg_statistic' ORDER BY 1 DESC
        """
}
