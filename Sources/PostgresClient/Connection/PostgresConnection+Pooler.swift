import EventLoop
import SQL

/// Detection of connection poolers between the server and PostgreSQL.
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

    /// Checks whether all transactions have the same session. It takes one statement if PostgreSQL itself is at the
    /// other end.
    ///
    /// - Throws: `protocolViolation`, in words for an operator, if they have not.
    public func refuseTransactionPooling() async throws(PostgresError) {
        let own = try await poolTolerant { () async throws(PostgresError) in try await sessionPID() }
        // PostgreSQL sent this number when the session began; a pooler invents one.
        guard own != backendPID else { return }
        let other = try await PostgresConnection.connect(configuration, on: loop)
        defer { other.close() }
        try await other.poolTolerant { () async throws(PostgresError) in
            // During this transaction the pooler cannot give its session to another connection.
            _ = try await other.perform("BEGIN", effect: .reads)
            let (others, still) = (try await other.sessionPID(), try await self.sessionPID())
            guard others != own, still == own else { throw Self.poolerIsInTheWay }
            _ = try await other.perform("ROLLBACK", effect: .reads)
        }
    }

    private func sessionPID() async throws(PostgresError) -> Int32 {
        try await perform("SELECT pg_backend_pid()", effect: .reads, within: .seconds(5))[0].int32(0)
    }

    /// Runs `body`, and explains errors that a pooler causes: refusals of a statement pooler, and prepared statements
    /// of another session.
    private func poolTolerant<T>(_ body: () async throws(PostgresError) -> T) async throws(PostgresError) -> T {
        do throws(PostgresError) { return try await body() } catch {
            guard case .server(let refusal) = error, refusal.speaksOfPooling else { throw error }
            throw Self.poolerIsInTheWay
        }
    }
}

extension ServerError {
    /// Whether an error comes from a pooler: a prepared statement that is missing, or exists already, in a new session;
    /// or PgBouncer's own refusal.
    fileprivate var speaksOfPooling: Bool { ["26000", "42P05", "08P01"].contains(sqlState) }
}
