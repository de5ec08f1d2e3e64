import Endpoints
import EventSourcing
import Identifiers
import JSON
import PostgresClient
import SQL

/// Who the caller is.
struct Profile: Sendable {
    let id: UUIDBytes
    let version: Int64
    let email: String
    let emailIsVerified: Bool
    let name: String
    /// `nil` for a person.
    let clinic: UUIDBytes?
    let role: Role
    let subject: UUIDBytes
    let session: UUIDBytes
    let hasPIN: Bool

    static let codec = object(
        Profile.init, field("id", \.id, .uuid), field("version", \.version, .int64),
        field("email", \.email, .string(max: 254)), field("email_verified", \.emailIsVerified, .bool),
        field("name", \.name, .string(max: 200)),
        optionalField("clinic_id", \.clinic, .uuid.described("Absent for the role `person`.")),
        field("role", \.role, .stringEnum), field("subject_id", \.subject, .uuid),
        field("session_id", \.session, .uuid), field("has_pin", \.hasPIN, .bool)
    ).named("Profile")
}

extension Identity {
    func profile(_ caller: Principal) async throws -> Profile {
        let rows = try await pool.perform(
            [
                Account.byID(caller.account),
                """
                SELECT FROM device_pin JOIN session USING (account_id, device_id)
                WHERE session.session_id = \(caller.session)
                """,
            ], effect: .reads)
        guard let row = rows[0].first else { throw Refusal.noSuchAccount }
        let account = try Account(row)
        return Profile(
            id: account.id, version: account.version, email: account.email, emailIsVerified: account.isVerified,
            name: account.name, clinic: caller.role == .person ? nil : caller.clinic,
            role: caller.role, subject: caller.subject, session: caller.session, hasPIN: !rows[1].isEmpty)
    }

    /// - Parameter condition: which version the client has seen.
    func rename(_ caller: Principal, to name: String, if condition: EntityTagCondition) async throws -> Profile {
        for _ in 0..<3 {
            let seen = try await profile(caller)
            guard condition.names(version: seen.version) else { throw Refusal.staleVersion }
            if seen.name == name { return seen }
            let changed = try await pool.perform(
                """
                UPDATE account SET name = \(name), version = version + 1
                WHERE account_id = \(caller.account) AND version = \(seen.version)
                RETURNING version
                """)
            if !changed.isEmpty { return try await profile(caller) }
        }
        throw Refusal.staleVersion
    }
}
