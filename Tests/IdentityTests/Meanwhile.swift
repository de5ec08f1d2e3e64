import PostgresClient
import SQL
import TestSupport

extension Office {
    /// Signs in, and runs `meanwhile` after the login has compared the password and before it opens a session.
    func login(
        _ person: Person, _ more: String = "", meanwhile: @escaping @Sendable () async throws -> Void
    ) async throws -> IdentityReply {
        try await TestDatabase.current.withConnection { other in
            _ = try await other.perform("BEGIN")
            // After the login has compared the password, it records the successful attempt in the table
            // `attempt_count`. The lock of this table makes the login wait there.
            _ = try await other.perform("LOCK TABLE attempt_count IN SHARE MODE")
            let login = Held(on: loop) { try await self.login(person, more) }
            try await login.waits(other)
            try await Held(on: loop, meanwhile).value
            _ = try await other.perform("COMMIT")
            return try await login.value
        }
    }
}

extension PostgresConnection {
    /// Begins a transaction and acquires the lock of an account, so that all other changes of the account wait until
    /// the transaction ends.
    func takeTurn(of account: String) async throws {
        _ = try await perform("BEGIN")
        _ = try await perform("SELECT pg_advisory_xact_lock(hashtextextended(\(account), 0))")
    }
}
