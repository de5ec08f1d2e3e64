import Endpoints
import EventSourcing
import Identifiers
import JSON
import PostgresClient
import SQL

struct PasswordChange: Sendable {
    let current: String
    let new: String

    static let codec = object(
        PasswordChange.init(current:new:),
        field("current_password", \.current, .string(1...256).described("The account's password until now.")),
        field(
            "new_password", \.new,
            .string(1...256).described("The account's password from now on. \(PasswordRules.text)"))
    ).described("The old and the new password.").named("PasswordChange")
}

extension Identity {
    /// Changes the caller's password after checking the present one. All other sessions of the account end, the PINs on
    /// other devices are deleted, and tokens for choosing a password become invalid.
    func changePassword(_ change: PasswordChange, _ caller: Principal, at now: Instant) async throws {
        let account = try await prove(change.current, caller, at: now)
        let rows = try await pool.perform(
            [ClinicNames.of(account: account.id), Membership.of(email: account.email)], effect: .reads)
        let isStaff = try rows[1].contains { try Membership($0).role != .patient }
        try PasswordRules(isStaff: isStaff, names: [account.email, account.name] + ClinicNames.read(rows[0]))
            .check(change.new)
        let hash = try await shared.hashing.hash(
            PasswordRules.bytes(of: change.new), for: .known(caller.account.text))
        let changed = try await pool.perform([
            AccountTurn.changes(account.id),
            Self.replacePassword(of: account, hash, from: caller.session, at: now),
        ])
        // The statement that changes a password returns no row if another request has changed the password since it was
        // checked.
        guard let row = changed[1].first else { throw IdentityRejection.wrongPassword }
        await forgetEverywhere(try row.uuids(0))
    }

    /// Checks that the signed-in caller also knows the account's password.
    func prove(_ password: String, _ caller: Principal, at now: Instant) async throws -> Account {
        let counted = Attempts([AttemptBucket(.accountOnDevice, ["session", caller.session.text], shared.pepper)])
        let rows = try await pool.perform(
            [Account.byID(caller.account), AttemptBucket.waits(counted.buckets)], effect: .reads)
        try Attempts.check(rows[1], at: now)
        guard let row = rows[0].first else { throw IdentityRejection.noSuchAccount }
        let account = try Account(row)
        let isRight = try await shared.hashing.verify(
            PasswordRules.bytes(of: password), against: account.passwordHash, for: .known(caller.account.text))
        guard isRight else {
            security.loginFailed(email: account.email, reason: "wrong_password", at: now)
            try await fail(counted, with: .wrongPassword, at: now)
        }
        try await pass(counted, at: now)
        try await countSuccess(of: account.email, on: caller.session.text, at: now)
        return account
    }

    /// The statement that replaces a password. It returns the ended sessions in one row, or no row if the account's
    /// password has changed since it was checked.
    private static func replacePassword(
        of account: Account, _ hash: String, from session: UUIDBytes, at now: Instant
    ) -> Statement {
        """
        WITH changed AS (
            UPDATE account SET password_hash = \(hash)
            WHERE account_id = \(account.id) AND password_hash = \(account.passwordHash)
            RETURNING account_id
        ), ended AS (
            UPDATE session SET ended_at = \(now), end_reason = 'password_changed'
            FROM changed WHERE session.account_id = changed.account_id AND session.ended_at IS NULL
                AND session_id <> \(session)
            RETURNING session.session_id
        ), mailed AS (
            UPDATE one_time_token SET used_at = \(now)
            FROM changed WHERE one_time_token.account_id = changed.account_id
                AND purpose IN ('password', 'invitation', 'handed') AND used_at IS NULL
        ), pins AS (
            DELETE FROM device_pin
            WHERE account_id IN (SELECT account_id FROM changed)
                AND device_id <> (SELECT device_id FROM session WHERE session_id = \(session))
        )
        SELECT ARRAY (SELECT session_id FROM ended) FROM changed
        """
    }
}
