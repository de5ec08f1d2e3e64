import Identifiers
import PostgresClient
import SQL

/// Serializes sign-ins with changes of an account's credentials, by an advisory lock. A later statement of the same
/// transaction sees all changes of earlier lock holders. The lock must be taken before any row is locked.
enum AccountTurn {
    /// Locks the account for a sign-in, so that the account's credentials do not change until the transaction ends.
    /// Other sign-ins do not wait for this lock.
    static func signsIn(_ account: UUIDBytes) -> Statement {
        "SELECT pg_advisory_xact_lock_shared(hashtextextended(\(account)::uuid::text, 0))"
    }

    static func changes(_ account: UUIDBytes) -> Statement {
        "SELECT pg_advisory_xact_lock(hashtextextended(\(account)::uuid::text, 0))"
    }

    static func changes(email: String) -> Statement {
        "SELECT pg_advisory_xact_lock(hashtextextended(account_id::text, 0)) FROM account WHERE email = \(email)"
    }
}
