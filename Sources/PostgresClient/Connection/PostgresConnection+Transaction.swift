import SQL

/// The isolation level of a transaction (PostgreSQL manual §13.2).
public enum Isolation: Sendable, Hashable {
    case readCommitted
    /// All statements of the transaction read one snapshot of the database, which is taken at the first of them.
    case repeatableRead
    /// Serializable transactions have the same effect as if they ran one after the other. A transaction for which that
    /// is impossible fails with an error for which `ServerError.isTransient` is true.
    case serializable
    /// All statements of the transaction read one snapshot of the database, which is taken at the first of them. The
    /// transaction cannot write.
    case snapshot

    var begin: Statement {
        switch self {
        case .readCommitted: "BEGIN ISOLATION LEVEL READ COMMITTED"
        case .repeatableRead: "BEGIN ISOLATION LEVEL REPEATABLE READ"
        case .serializable: "BEGIN ISOLATION LEVEL SERIALIZABLE"
        case .snapshot: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
        }
    }
}

extension PostgresConnection {
    /// Runs `body` in an explicit transaction, which is committed when `body` returns and rolled back when it throws.
    ///
    /// The connection must belong to the caller alone, as with `PostgresPool.withConnection`: other callers' statements
    /// would become part of the transaction.
    ///
    /// - Throws: the error of `body`; `outcomeUnknown` only if COMMIT was sent and the transaction may have been
    ///   committed: the answer was lost or too late, or PostgreSQL gave up waiting for its standby.
    public func transaction<T>(_ isolation: Isolation = .readCommitted, _ body: () async throws -> T) async throws -> T
    {
        _ = try await perform(isolation.begin, effect: .reads)
        let value: T
        do {
            value = try await body()
        } catch {
            if isOpen { _ = try? await perform("ROLLBACK", effect: .reads) }
            // If the connection was lost in the transaction, the outcome is known: COMMIT was not sent, so no change
            // was committed.
            if let lost = error as? PostgresError, lost == .outcomeUnknown {
                throw PostgresError.notConnected("lost in a transaction")
            }
            throw error
        }
        // If `body` has ignored an error in the transaction, PostgreSQL answers COMMIT with ROLLBACK.
        let end = try await perform("COMMIT")
        guard end.commandTag == "COMMIT" else {
            throw PostgresError.server(ServerError(sqlState: "25P02", message: "the transaction was aborted"))
        }
        return value
    }
}
