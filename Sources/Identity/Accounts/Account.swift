import Endpoints
import Identifiers
import PostgresClient
import SQL

/// The columns of an account's row that logins and profiles need.
struct Account: Sendable {
    let id: UUIDBytes
    let email: String
    let name: String
    let version: Int64
    /// The hash of the account's password; `nil` if the account has none.
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

/// An account's role in a clinic.
struct Membership: Hashable, Sendable {
    let clinic: UUIDBytes
    let role: Role
    let subject: UUIDBytes

    init(clinic: UUIDBytes, role: Role, subject: UUIDBytes) {
        self.clinic = clinic
        self.role = role
        self.subject = subject
    }

    var isPerson: Bool { role == .person }

    /// Reads a membership from three columns, beginning with `column`: the clinic, the role, and the patient or member
    /// of staff who uses the account.
    init(_ row: Row, from column: Int = 0) throws(PostgresError) {
        clinic = try row.uuid(column)
        role = try row.role(column + 1)
        subject = try row.uuid(column + 2)
    }

    /// The membership of a person without a clinic. The account's id stands in place of the id of a patient or member
    /// of staff.
    static func person(_ account: UUIDBytes) -> Membership {
        Membership(clinic: Principal.noClinic, role: .person, subject: account)
    }

    /// A statement that selects the memberships of an account that have taken effect and not ended, each with its
    /// clinic's name. The membership for which a session was opened last comes first.
    static func of(email: String) -> Statement { of("account.email = \(email)") }
    static func of(account: UUIDBytes) -> Statement { of("account.account_id = \(account)") }

    private static func of(_ account: Statement) -> Statement {
        """
        SELECT membership.clinic_id, membership.role, membership.subject_id, document -> 'profile' ->> 'name'
        FROM membership JOIN account USING (account_id) LEFT JOIN clinic_profile USING (clinic_id)
        WHERE \(account) AND membership.ended_at IS NULL AND NOT membership.awaits_owner
        ORDER BY (
                SELECT max(session.created_at) FROM session
                WHERE session.account_id = membership.account_id AND session.clinic_id = membership.clinic_id
                    AND session.role = membership.role
            ) DESC NULLS LAST, membership.clinic_id, membership.role
        """
    }

    /// Reads a membership and its description for the client from a row.
    static func withChoice(_ row: Row) throws(PostgresError) -> (membership: Membership, choice: MembershipChoice) {
        let membership = try Membership(row)
        return (
            membership,
            MembershipChoice(clinic: membership.clinic, clinicName: try row.optionalText(3), role: membership.role)
        )
    }
}

extension Row {
    func role(_ column: Int) throws(PostgresError) -> Role {
        guard let role = Role(rawValue: try text(column)) else { throw .protocolViolation("no role of ours") }
        return role
    }
}
