import Endpoints
import Identifiers
import PostgresClient
import SQL

/// An account as login finds it.
struct Account: Sendable {
    let id: UUIDBytes
    let email: String
    let name: String
    let version: Int64
    /// `nil` until the person has chosen a password.
    let passwordHash: String?
    let isVerified: Bool

    init(_ row: Row) throws(PostgresError) {
        id = try row.uuid(0)
        email = try row.text(1)
        name = try row.text(2)
        version = try row.int64(3)
        passwordHash = try row.optionalText(4)
        isVerified = try row.bool(5)
    }

    static func byEmail(_ email: String) -> Statement {
        """
        SELECT account_id, email, name, version, password_hash, email_verified_at IS NOT NULL FROM account
        WHERE email = \(email)
        """
    }

    static func byID(_ id: UUIDBytes) -> Statement {
        """
        SELECT account_id, email, name, version, password_hash, email_verified_at IS NOT NULL FROM account
        WHERE account_id = \(id)
        """
    }
}

/// What an account is in a clinic.
struct Membership: Hashable, Sendable {
    let clinic: UUIDBytes
    let role: Role
    let subject: UUIDBytes

    init(clinic: UUIDBytes, role: Role, subject: UUIDBytes) {
        self.clinic = clinic
        self.role = role
        self.subject = subject
    }

    /// Clinic, role and subject, from a column on.
    init(_ row: Row, from column: Int = 0) throws(PostgresError) {
        clinic = try row.uuid(column)
        role = try row.role(column + 1)
        subject = try row.uuid(column + 2)
    }

    /// Those in force, in a stable order.
    static func of(email: String) -> Statement {
        """
        SELECT membership.clinic_id, membership.role, membership.subject_id
        FROM membership JOIN account USING (account_id)
        WHERE account.email = \(email) AND membership.ended_at IS NULL AND NOT membership.awaits_owner
        ORDER BY membership.clinic_id, membership.role
        """
    }
}

extension Row {
    func role(_ column: Int) throws(PostgresError) -> Role {
        guard let role = Role(rawValue: try text(column)) else { throw .protocolViolation("no role of ours") }
        return role
    }
}
