import EventSourcing
import Identifiers
import SQL

/// The statements of one-time tokens and of the mails that bring them. Asking for one always writes the same rows, whether
/// there is an account or not, so that it takes as long.
enum OneTimeStore {
    /// A token for an account's e-mail, mailed to it; where there is no such account, one that is good for nothing, and no
    /// mail.
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

    /// A registration that waits for its proof. Who has an account already is mailed that instead, and whose account has no
    /// password a token to choose one with: the one that was sent along is nobody's then.
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

    /// Uses a token to set the account's password: all other tokens of the account, all its sessions and the PINs on its
    /// devices end with the old one. Where the token was mailed, places that wait for the owner of the e-mail are the
    /// account's from then on, and a second factor from before goes. The last answers with a row for the account, with the
    /// ids of the sessions, or with none where the token was used.
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

    /// Uses a token to prove an account's e-mail. Answers with a row, or with none where the token was used.
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

    /// Uses a token to make the account that was registered. Answers with a row, or with none where the token was used or
    /// somebody else has made an account with the e-mail meanwhile: that one stays as it is.
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

    /// What is used or expired goes, and the mails of it. Who has handed a token to whom is kept as long as sessions are.
    static func forget(at now: Instant) -> Statement {
        """
        DELETE FROM one_time_token
        WHERE expires_at < \(now.adding(days: -1))
            AND (handed_by IS NULL OR expires_at < \(now.adding(days: -SessionStore.daysKept)))
        """
    }
}
