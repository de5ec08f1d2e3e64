public import Identifiers
import PostgresClient
import SQL

/// A login for somebody the clinic knows: staff or patient.
public struct AccountGrant: Sendable {
    public let email: String
    public let name: String
    /// `nil` leaves the person to choose one.
    public let password: String?
    public let clinic: UUIDBytes
    public let role: String
    /// The patient or member of staff.
    public let subject: UUIDBytes

    public init(
        email: String, name: String, password: String?, clinic: UUIDBytes, role: String, subject: UUIDBytes
    ) {
        self.email = email
        self.name = name
        self.password = password
        self.clinic = clinic
        self.role = role
        self.subject = subject
    }
}

/// OWASP: length is what counts.
enum PasswordRules {
    static let lengths = 10...128

    static func isAcceptable(_ password: String) -> Bool {
        lengths.contains(password.unicodeScalars.count) && Set(password).count >= 4
    }
}

extension Identity {
    /// Gives an account a place in a clinic, making the account where there is none for the e-mail. A password is set only
    /// on a new account: nobody changes somebody else's. Granting the same again changes nothing.
    ///
    /// - Returns: the account's id.
    public func grant(_ grant: AccountGrant, at now: Int64) async throws -> UUIDBytes {
        let now = Timestamp(seconds: now)
        var passwordHash: String?
        if let password = grant.password {
            guard PasswordRules.isAcceptable(password) else { throw Refusal.weakPassword }
            passwordHash = try await hash(Array(password.utf8))
        }
        let email = grant.email.lowercased()
        let account = newID(at: now)
        let rows = try await pool.perform([
            """
            INSERT INTO account (account_id, email, name, password_hash, created_at)
            VALUES (\(account), \(email), \(grant.name), \(passwordHash), \(now))
            ON CONFLICT (email) DO NOTHING
            """,
            """
            INSERT INTO membership (clinic_id, account_id, role, subject_id, created_at)
            SELECT \(grant.clinic), account_id, \(grant.role), \(grant.subject), \(now)
            FROM account WHERE email = \(email)
            ON CONFLICT DO NOTHING
            """,
            """
            SELECT account_id FROM membership JOIN account USING (account_id)
            WHERE email = \(email) AND clinic_id = \(grant.clinic) AND role = \(grant.role)
                AND subject_id = \(grant.subject) AND ended_at IS NULL
            """,
        ])
        // The subject has another account, or the account is somebody else in this role.
        guard let row = rows[2].first else { throw Refusal.accountExists }
        return try row.uuid(0)
    }

    struct Profile: Sendable {
        let account: Account
        let hasPIN: Bool
    }

    func profile(_ caller: VerifiedToken) async throws -> Profile {
        let rows = try await pool.perform([
            Account.byID(caller.account),
            """
            SELECT FROM device_pin JOIN session USING (account_id, device_id)
            WHERE session.session_id = \(caller.session)
            """,
        ])
        guard let row = rows[0].first else { throw Refusal.noSuchSession }
        return Profile(account: try Account(row), hasPIN: !rows[1].isEmpty)
    }

    /// - Parameter version: what the client has seen; `nil` to change whatever is there.
    func rename(_ caller: VerifiedToken, to name: String, version: Int64?) async throws {
        let changed = try await pool.perform([
            """
            UPDATE account SET name = \(name), version = version + 1
            WHERE account_id = \(caller.account) AND version = coalesce(\(version), version)
            RETURNING account_id
            """
        ])[0]
        guard !changed.isEmpty else { throw Refusal.staleVersion }
    }
}
