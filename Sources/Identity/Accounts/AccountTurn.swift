import Identifiers
import PostgresClient
import SQL

/// Who signs in and who changes how an account is signed in to come one after the other, whatever was read before: a
/// statement behind one of these, in the same transaction, sees what those before it have done. Taken before any row is
/// locked.
enum AccountTurn {
    /// Beside others who sign in.
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
