import EventLoop
import SQL

/// Detection of connection poolers between this program and PostgreSQL.
///
/// A session keeps prepared statements, settings, LISTEN and advisory locks between its transactions. A pooler that
/// gives each transaction another session (PgBouncer with `pool_mode = transaction` or `statement`) loses them, and
/// statements fail at random.
extension PostgresConnection {
    static let poolerIsInTheWay = PostgresError.protocolViolation(
        "the database URL leads to a connection pooler that gives each transaction another session, such as PgBouncer with pool_mode = transaction. Chairside pools its connections itself: give the address of PostgreSQL, or set pool_mode = session"
    )
    static let poolerRefusesOptions = PostgresError.protocolViolation(
        "the database URL leads to a connection pooler that refuses the startup parameter options, such as PgBouncer. Chairside sets its timeouts with it, and pools its connections itself: give the address of PostgreSQL"
    )

    /// Checks that all transactions run in the same session. This needs one statement if there is no pooler.
    ///
    /// - Throws: `protocolViolation` with an explanation for operators if transactions run in different sessions.
    public func refuseTransactionPooling() async throws(PostgresError) {
        let own = try await poolTolerant { () async throws(PostgresError) in try await sessionPID() }
        // `backendPID` is the process id that PostgreSQL sent when the session began. A connection pooler sends a
        // made-up number instead.
        guard own != backendPID else { return }
        let other = try await PostgresConnection.connect(configuration, on: loop)
        defer { other.close() }
        try await other.poolTolerant { () async throws(PostgresError) in
            // The pooler check opens a second connection, and a transaction on it, so that a pooler cannot use the
            // session of that transaction for the first connection too.
            _ = try await other.perform("BEGIN", effect: .reads)
            let (others, still) = (try await other.sessionPID(), try await self.sessionPID())
            guard others != own, still == own else { throw Self.poolerIsInTheWay }
            _ = try await other.perform("ROLLBACK", effect: .reads)
        }
    }

    private func sessionPID() async throws(PostgresError) -> Int32 {
        try await perform("SELECT pg_backend_pid()", effect: .reads, within: .seconds(5))[0].int32(0)
    }

    /// Runs `body`, and replaces errors that a pooler causes by an explanation for operators. A pooler may refuse
    /// statements, or run them in a session that lacks the prepared statement.
    private func poolTolerant<T>(_ body: () async throws(PostgresError) -> T) async throws(PostgresError) -> T {
        do throws(PostgresError) { return try await body() } catch {
            guard case .server(let refusal) = error, refusal.speaksOfPooling else { throw error }
            throw Self.poolerIsInTheWay
        }
    }
}

extension ServerError {
    /// Whether a pooler caused the error: a prepared statement is missing or already exists in a new session, or
    /// PgBouncer refused the statement.
    fileprivate var speaksOfPooling: Bool { ["26000", "42P05", "08P01"].contains(sqlState) }
}
