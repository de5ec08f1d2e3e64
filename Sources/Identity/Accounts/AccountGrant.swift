import EventLoop
public import Endpoints
public import EventSourcing
public import Identifiers
import PostgresClient
public import SQL

/// A login that is to be granted to a member of staff or a patient.
public struct AccountGrant: Sendable {
    public let email: String
    public let name: String
    /// The password to set for the account; `nil` if the person will choose one.
    public let password: String?
    public let clinic: UUIDBytes
    /// The roles that the account is granted in the clinic, at least one.
    public let roles: [Role]
    /// The id of the patient or member of staff who will use the account.
    public let subject: UUIDBytes
    /// The way in which a person without a password receives a token for choosing one; `nil` if no token is created.
    public let invitation: InvitationWay?
    /// A condition that must hold when the login is granted; `nil` for none.
    public let condition: Condition?
    /// The account that grants the login, for the security log; `nil` for an operator.
    public let giver: UUIDBytes?

    /// A condition on the clinic's data about the person. It is checked in the transaction that grants the login.
    public struct Condition: Sendable {
        /// A statement that locks `FOR SHARE` the rows on which the condition `holds` depends.
        public let lock: Statement
        /// The SQL condition that must hold for the login to be granted.
        public let holds: Statement

        public init(lock: Statement, holds: Statement) {
            self.lock = lock
            self.holds = holds
        }
    }

    public init(
        email: String, name: String, password: String?, clinic: UUIDBytes, roles: [Role], subject: UUIDBytes,
        invitation: InvitationWay? = nil, condition: Condition? = nil, by giver: UUIDBytes? = nil
    ) {
        self.giver = giver
        self.invitation = invitation
        self.condition = condition
        self.email = email
        self.name = name
        self.password = password
        self.clinic = clinic
        self.roles = roles
        self.subject = subject
    }
}

/// The rules for e-mail addresses. Addresses are compared in lower case. RFC 5321 §2.4 does not permit that, but all
/// large providers do so.
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
    /// Grants an account a role in a clinic, and creates the account if the e-mail address has none. The password is
    /// set only if the account has no role anywhere and no password chosen by its owner, so that no clinic changes
    /// another person's password. If another clinic may know an account's password, the role takes effect only after
    /// the owner of the e-mail address has chosen another password. Granting the same role again computes no hash, and
    /// changes nothing unless the role waits and may now take effect.
    ///
    /// - Throws: a `Problem` if person or role belongs to another account, if the grant's condition no longer holds, or
    ///   if the e-mail address or the password is not acceptable.
    public func grant(_ grant: AccountGrant, at now: Instant) async throws -> GrantedAccount {
        loop.preconditionCurrent()
        do { return try await give(grant, at: now) } catch let rejection as IdentityRejection {
            throw rejection.problem
        }
    }

    private func give(_ grant: AccountGrant, at now: Instant) async throws -> GrantedAccount {
        let email = EmailRules.normalized(grant.email)
        guard EmailRules.isAcceptable(email) else { throw IdentityRejection.malformedEmail }
        let hash = try await newPasswordHash(grant, email: email, at: now)
        let row = try await store(grant, email: email, passwordHash: hash, at: now)
        // A new password ends the sessions of an account that nobody had taken over.
        if hash != nil { await awaitSessionChanges() }
        let account = try row.uuid(0)
        guard let way = grant.invitation else { return GrantedAccount(id: account, invitation: nil) }
        let letter: OneTimePurpose = try row.bool(1) ? .invitation : .notice
        // If the grant sets a password, and the account's owner need not choose another one, no mail is sent.
        if letter == .notice, grant.password != nil { return GrantedAccount(id: account, invitation: nil) }
        let sent = try await invite(grant, way, account, email, letter, isUnderWay: try row.bool(2), at: now)
        return GrantedAccount(id: account, invitation: grant.password == nil ? sent : nil)
    }

    /// The hash of the password that a grant sets; `nil` if there is no password, or the account would not accept it.
    private func newPasswordHash(_ grant: AccountGrant, email: String, at now: Instant) async throws -> String? {
        guard let password = grant.password else { return nil }
        let rows = try await pool.perform(
            [
                """
                SELECT FROM account
                WHERE email = \(email) AND (
                    password_hash IS NOT NULL AND password_is_owners(account, \(grant.roles[0].rawValue), \(now))
                    OR EXISTS (
                        SELECT FROM membership
                        WHERE membership.account_id = account.account_id AND membership.ended_at IS NULL))
                """, ClinicNames.of(grant.clinic),
            ], effect: .reads)
        guard rows[0].isEmpty else { return nil }
        let names = try [email, grant.name] + ClinicNames.read(rows[1])
        try PasswordRules(isStaff: grant.roles != [.patient], names: names).check(password)
        return try await shared.hashing.hash(PasswordRules.bytes(of: password), for: .known("clinic \(grant.clinic)"))
    }

    /// Stores the account and all roles of the grant, or nothing. Returns the row of the grant's last SQL statement.
    private func store(
        _ grant: AccountGrant, email: String, passwordHash: String?, at now: Instant
    ) async throws -> Row {
        do {
            return try await pool.transaction { connection in
                let rows = try await connection.perform(
                    grant.statements(email: email, passwordHash: passwordHash, at: now))
                let given = rows.dropLast().suffix(grant.roles.count).compactMap(\.first)
                // The condition of a login's grant does not hold: the person has just left the clinic or was erased.
                guard given.count == grant.roles.count else { throw IdentityRejection.noSuchAccount }
                // In one of the roles to be granted, the account already belongs to another person.
                guard try given.allSatisfy({ try $0.bool(0) }), let row = rows.last?.first else {
                    throw IdentityRejection.accountExists
                }
                return row
            }
        } catch PostgresError.server(let reason) where reason.isUniqueViolation {
            // The patient or member of staff already has another account with the same role in the clinic.
            throw IdentityRejection.accountExists
        }
    }

    /// Ends an account's role in a clinic and its sessions in this role, immediately on every server. The account is
    /// kept, since it may have other roles.
    ///
    /// - Throws: a `Problem`, 404 if the account did not have the role.
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
        await forgetEverywhere(try rows[1].map { try $0.uuid(0) })
        if rows[0].isEmpty { throw IdentityRejection.noSuchAccount.problem }
    }
}

extension AccountGrant {
    /// The statements that create the missing account and memberships. A statement for each role returns whether the
    /// account has the role now, or no row if the grant's condition does not hold. The last statement returns the
    /// account's id, whether the person must choose a password, and whether an invitation or a notice was already
    /// mailed.
    fileprivate func statements(email: String, passwordHash: String?, at now: Instant) -> [Statement] {
        let holds: Statement = condition?.holds ?? "true"
        return [.actor(giver)] + (condition.map { [$0.lock] } ?? []) + [
            """
            INSERT INTO account (account_id, email, name, created_at)
            SELECT \(newRandomID()), \(email), \(name), \(now) WHERE \(holds)
            ON CONFLICT (email) DO NOTHING
            """,
            AccountTurn.changes(email: email),
        ]
            + roles.map { role in
                """
                SELECT give_membership(account_id, \(clinic), \(role.rawValue), \(subject), \(passwordHash), \(now))
                FROM account WHERE email = \(email) AND \(holds)
                """
            } + [
                """
                SELECT account_id, password_hash IS NULL OR awaits_owner, EXISTS (
                    SELECT FROM one_time_token AS token
                    WHERE token.account_id = membership.account_id AND purpose IN ('invitation', 'notice') AND used_at IS NULL
                        AND expires_at > \(now) AND token.created_at >= membership.created_at)
                FROM membership JOIN account USING (account_id)
                WHERE email = \(email) AND clinic_id = \(clinic) AND role = \(roles[0].rawValue)
                    AND subject_id = \(subject) AND ended_at IS NULL
                """
            ]
    }
}
