import EventSourcing
import Identifiers
import SQL

/// The statements of one-time tokens and their mails. A request for a one-time token writes as many rows whether the
/// account exists or not, so that it takes the same time.
enum OneTimeStore {
    /// The statements that create a one-time token for an e-mail address and queue the mail with it. If the address has
    /// no account, the token cannot be used, and the queued mail is not sent.
    static func make(_ id: UUIDBytes, _ purpose: OneTimePurpose, email: String, at now: Instant) -> [Statement] {
        [
            """
            INSERT INTO one_time_token (token_id, purpose, email, account_id, created_at, expires_at)
            VALUES (\(id), \(purpose.rawValue), \(email), (SELECT account_id FROM account WHERE email = \(email)),
                \(now), \(now.adding(seconds: purpose.lifetime)))
            """,
            """
            INSERT INTO mail_outbox (mail_id, kind, recipient, token_id, created_at, next_try_at)
            SELECT \(id), CASE WHEN account_id IS NULL THEN 'nothing' ELSE purpose END, email, token_id, \(now), \(now)
            FROM one_time_token WHERE token_id = \(id)
            """,
        ]
    }

    /// The statements for a registration that is not confirmed yet. If the account exists, its owner is mailed a notice
    /// instead, or a token for choosing a password if it has none. The submitted password is not used then.
    static func register(
        _ id: UUIDBytes, email: String, name: String, passwordHash: String, at now: Instant
    ) -> [Statement] {
        let (registration, invitation) = (OneTimePurpose.registration, OneTimePurpose.invitation)
        return [
            """
            WITH invited AS (SELECT account_id FROM account WHERE email = \(email) AND password_hash IS NULL),
                purpose (name) AS (
                    SELECT CASE WHEN EXISTS (SELECT FROM invited) THEN \(invitation.rawValue)
                        ELSE \(registration.rawValue) END)
            INSERT INTO one_time_token (token_id, purpose, email, account_id, name, password_hash, created_at, expires_at)
            SELECT \(id), purpose.name, \(email), invited.account_id,
                CASE WHEN invited.account_id IS NULL THEN \(name) END,
                CASE WHEN invited.account_id IS NULL THEN \(passwordHash) END, \(now),
                CASE WHEN invited.account_id IS NULL THEN \(now.adding(seconds: registration.lifetime))
                    ELSE \(now.adding(seconds: invitation.lifetime)) END
            FROM purpose LEFT JOIN invited ON true
            """,
            """
            INSERT INTO mail_outbox (mail_id, kind, recipient, token_id, created_at, next_try_at)
            SELECT \(id), CASE WHEN EXISTS (
                    SELECT FROM account WHERE email = \(email) AND password_hash IS NOT NULL)
                THEN 'known_already' ELSE purpose END, \(email), \(id), \(now), \(now)
            FROM one_time_token WHERE token_id = \(id)
            """,
        ]
    }

    /// The statements that use a one-time token to set the account's password. All sessions and PINs of the account
    /// end, and its other tokens for choosing a password become invalid. If the token was mailed, roles that waited for
    /// the owner of the e-mail address take effect; if there are any, an earlier second factor is removed. The last
    /// statement returns a row for the account, with the ids of the ended sessions, or no row if the token was used
    /// before or has expired.
    static func setPassword(
        _ token: UUIDBytes, of account: UUIDBytes, _ hash: String, _ purpose: OneTimePurpose, at now: Instant
    ) -> [Statement] {
        let wasMailed = purpose != .handed
        return [
            AccountTurn.changes(account),
            """
            WITH used AS (
                UPDATE one_time_token SET used_at = \(now)
                WHERE token_id = \(token) AND used_at IS NULL AND expires_at > \(now)
                RETURNING account_id, email
            ), changed AS (
                UPDATE account SET password_hash = \(hash),
                    password_source = CASE WHEN \(wasMailed) THEN 'mail' ELSE 'clinic' END,
                    email_verified_at = coalesce(email_verified_at, CASE WHEN \(wasMailed) THEN \(now) END)
                FROM used WHERE account.account_id = used.account_id AND account.email = used.email
                RETURNING account.account_id
            ), taken_up AS (
                UPDATE membership SET awaits_owner = false
                FROM changed WHERE membership.account_id = changed.account_id AND awaits_owner AND ended_at IS NULL
                    AND \(wasMailed)
                RETURNING membership.account_id
            ), factors AS (
                DELETE FROM second_factor WHERE account_id IN (SELECT account_id FROM taken_up)
            ), pins AS (
                DELETE FROM device_pin WHERE account_id IN (SELECT account_id FROM changed)
            ), ended AS (
                UPDATE session SET ended_at = \(now), end_reason = 'password_changed'
                FROM changed WHERE session.account_id = changed.account_id AND session.ended_at IS NULL
                RETURNING session.session_id
            ), others AS (
                UPDATE one_time_token SET used_at = \(now)
                FROM changed WHERE one_time_token.account_id = changed.account_id AND token_id <> \(token)
                    AND purpose IN ('password', 'invitation', 'handed') AND used_at IS NULL
            )
            SELECT account_id, ARRAY (SELECT session_id FROM ended) FROM changed
            """,
        ]
    }

    /// A statement that uses a one-time token to prove the e-mail address of an account. It returns a row, or none if
    /// the token was used before or has expired.
    static func verify(_ token: UUIDBytes, at now: Instant) -> Statement {
        """
        WITH used AS (
            UPDATE one_time_token SET used_at = \(now)
            WHERE token_id = \(token) AND used_at IS NULL AND expires_at > \(now)
            RETURNING account_id, email
        )
        UPDATE account SET email_verified_at = coalesce(email_verified_at, \(now))
        FROM used WHERE account.account_id = used.account_id AND account.email = used.email
        RETURNING account.account_id
        """
    }

    /// A statement that uses a one-time token to create the registered account. It returns no row if the token was used
    /// before or has expired, or if an account with the e-mail address exists already. That account is not changed.
    static func finishRegistration(_ token: UUIDBytes, account: UUIDBytes, at now: Instant) -> Statement {
        """
        WITH used AS (
            UPDATE one_time_token SET used_at = \(now)
            WHERE token_id = \(token) AND used_at IS NULL AND expires_at > \(now)
            RETURNING email, name, password_hash
        )
        INSERT INTO account (account_id, email, name, password_hash, password_source, created_at, email_verified_at)
        SELECT \(account), email, name, password_hash, 'registration', \(now), \(now) FROM used
        ON CONFLICT (email) DO NOTHING
        RETURNING account_id
        """
    }

    /// A statement that deletes one-time tokens that expired more than a day ago, with their mails. The records of
    /// handed tokens are kept as long as sessions are. Booking requests are deleted as soon as they have expired.
    static func forget(at now: Instant) -> Statement {
        """
        DELETE FROM one_time_token
        WHERE expires_at < \(now.adding(days: -1))
                AND (handed_by IS NULL OR expires_at < \(now.adding(days: -SessionStore.daysKept)))
            OR expires_at <= \(now) AND purpose = \(OneTimePurpose.booking.rawValue)
        """
    }
}
