import ClinicTestSupport
import PostgresClient
import SQL
import TestSupport

extension Practice {
    /// Creates an account without a clinic, with a confirmed address and the demo's password, and signs the person in.
    func makePerson(_ name: String = "person") async throws -> App {
        try await TestDatabase.current.withConnection { connection in
            _ = try await connection.perform(
                """
                INSERT INTO account (
                    account_id, email, email_verified_at, name, password_hash, password_source, created_at)
                SELECT gen_random_uuid(), \("\(name)@spree.example"), now(), 'Pia', password_hash, 'registration', now()
                FROM account WHERE email = 'patient1@spree.example'
                """)
        }
        return try await signIn(name, as: "person")
    }
}
