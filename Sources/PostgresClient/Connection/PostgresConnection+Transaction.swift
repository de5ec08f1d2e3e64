import SQL

/// The isolation level of a transaction (PostgreSQL manual §13.2).
public enum Isolation: Sendable, Hashable {
    case readCommitted
    /// The transaction has one snapshot for its whole duration.
    case repeatableRead
    /// The transaction runs as if transactions ran one after the other; a conflict is an error with
    /// `ServerError.isTransient`.
    case serializable
    /// The transaction has one snapshot and is read-only.
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
    /// Runs `body` in an explicit transaction: committed when it returns, rolled back when it throws.
    ///
    /// The connection must belong to the caller alone, as with `PostgresPool.withConnection`: other callers' statements
    /// would become part of the transaction.
    ///
    /// - Throws: the error of `body`; `outcomeUnknown` only if the connection was lost during the commit itself.
    public func transaction<T>(_ isolation: Isolation = .readCommitted, _ body: () async throws -> T) async throws -> T
    {
        _ = try await perform(isolation.begin, effect: .reads)
        let value: T
        do {
            value = try await body()
        } catch {
            if isOpen { _ = try? await perform("ROLLBACK", effect: .reads) }
            // The outcome is known although the connection was lost: COMMIT was not sent, so nothing was committed.
            if let lost = error as? PostgresError, lost == .outcomeUnknown {
                throw PostgresError.notConnected("lost in a transaction")
            }
            throw error
        }
        // If an error in the transaction was ignored, PostgreSQL answers COMMIT with ROLLBACK.
        let end = try await perform("COMMIT")
        guard end.commandTag == "COMMIT" else {
            throw PostgresError.server(ServerError(sqlState: "25P02", message: "the transaction was aborted"))
        }
        return value
    }
}
