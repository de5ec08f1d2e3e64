import EventLoop
public import Endpoints
public import EventSourcing
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
    public let role: Role
    /// The patient or member of staff.
    public let subject: UUIDBytes
    /// Who has no password yet is mailed a token to choose one with.
    public let invites: Bool

    public init(
        email: String, name: String, password: String?, clinic: UUIDBytes, role: Role, subject: UUIDBytes,
        invites: Bool = false
    ) {
        self.invites = invites
        self.email = email
        self.name = name
        self.password = password
        self.clinic = clinic
        self.role = role
        self.subject = subject
    }
}

/// E-mails are compared in lower case, as every provider of note does, against RFC 5321 §2.4.
enum EmailRules {
    static let lengths = 3...254

    static func normalized(_ email: String) -> String { email.lowercased() }

    static func isAcceptable(_ email: String) -> Bool {
        let parts = email.split(separator: "@", omittingEmptySubsequences: false)
        return lengths.contains(email.utf8.count) && parts.count == 2 && parts.allSatisfy { !$0.isEmpty }
            && email.unicodeScalars.allSatisfy { $0.value > 0x20 && $0.value != 0x7f }
    }
}

extension Identity {
    /// Gives an account a place in a clinic, making the account where there is none for the e-mail. A password is set only
    /// on a new account: nobody changes somebody else's. Granting the same again changes nothing and hashes nothing.
    ///
    /// - Returns: the account's id.
    /// - Throws: a `Problem`, where the person or the place in the clinic is taken, or e-mail or password will not do.
    public func grant(_ grant: AccountGrant, at now: Instant) async throws -> UUIDBytes {
        loop.preconditionCurrent()
        do { return try await give(grant, at: now) } catch let refusal as Refusal { throw refusal.problem }
    }

    private func give(_ grant: AccountGrant, at now: Instant) async throws -> UUIDBytes {
        let email = EmailRules.normalized(grant.email)
        guard EmailRules.isAcceptable(email) else { throw Refusal.malformedEmail }
        let hash = try await newPasswordHash(grant, email: email)
        let rows = try await insert(grant.inserts(email: email, passwordHash: hash, at: now))
        // The account is somebody else in this role.
        guard let row = rows.last?.first else { throw Refusal.accountExists }
        if grant.invites, try row.bool(1) { try await invite(email, at: now) }
        return try row.uuid(0)
    }

    /// `nil` where there is an account already, or no password.
    private func newPasswordHash(_ grant: AccountGrant, email: String) async throws -> String? {
        guard let password = grant.password else { return nil }
        let rows = try await pool.perform([Account.byEmail(email), ClinicNames.of(grant.clinic)], effect: .reads)
        guard rows[0].isEmpty else { return nil }
        let names = try [email, grant.name] + ClinicNames.read(rows[1])
        try PasswordRules(isStaff: grant.role != .patient, names: names).check(password)
        return try await shared.hashing.hash(PasswordRules.bytes(of: password))
    }

    private func insert(_ statements: [Statement]) async throws -> [Rows] {
        do throws(PostgresError) { return try await pool.perform(statements) } catch {
            // The subject has another account.
            if case .server(let reason) = error, reason.isUniqueViolation { throw Refusal.accountExists }
            throw error
        }
    }

    /// Ends what an account is in a clinic, and its sessions there, at once on every node. The account stays: it may be
    /// something elsewhere.
    ///
    /// - Throws: a `Problem`, 404 where it was nothing of the kind.
    public func withdraw(
        account: UUIDBytes, clinic: UUIDBytes, role: Role, at now: Instant
    ) async throws {
        loop.preconditionCurrent()
        let rows = try await pool.perform([
            """
            UPDATE membership SET ended_at = \(now)
            WHERE clinic_id = \(clinic) AND account_id = \(account) AND role = \(role.rawValue) AND ended_at IS NULL
            RETURNING account_id
            """,
            """
            UPDATE session SET ended_at = \(now), end_reason = 'membership_ended'
            WHERE account_id = \(account) AND clinic_id = \(clinic) AND role = \(role.rawValue) AND ended_at IS NULL
            RETURNING session_id
            """,
        ])
        for row in rows[1] { shared.sessions.forget(try row.uuid(0)) }
        if rows[0].isEmpty { throw Refusal.noSuchAccount.problem }
    }
}

extension AccountGrant {
    /// Account and membership where they are missing; the last answers with the account's id if it is now as granted.
    fileprivate func inserts(email: String, passwordHash: String?, at now: Instant) -> [Statement] {
        [
            """
            INSERT INTO account (account_id, email, name, password_hash, created_at)
            VALUES (\(newID(at: now)), \(email), \(name), \(passwordHash), \(now))
            ON CONFLICT (email) DO NOTHING
            """,
            """
            INSERT INTO membership (clinic_id, account_id, role, subject_id, created_at)
            SELECT \(clinic), account_id, \(role.rawValue), \(subject), \(now)
            FROM account WHERE email = \(email)
            ON CONFLICT (clinic_id, account_id, role)
            DO UPDATE SET subject_id = excluded.subject_id, created_at = excluded.created_at, ended_at = NULL
            WHERE membership.ended_at IS NOT NULL
            """,
            """
            SELECT account_id, password_hash IS NULL FROM membership JOIN account USING (account_id)
            WHERE email = \(email) AND clinic_id = \(clinic) AND role = \(role.rawValue)
                AND subject_id = \(subject) AND ended_at IS NULL
            """,
        ]
    }
}
