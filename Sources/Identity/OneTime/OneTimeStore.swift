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

    /// A registration that waits for its proof. Who has an account already is mailed that instead.
    static func register(
        _ id: UUIDBytes, email: String, name: String, passwordHash: String, at now: Instant
    ) -> [Statement] {
        let purpose = OneTimePurpose.registration
        return [
            """
            INSERT INTO one_time_token (token_id, purpose, email, name, password_hash, created_at, expires_at)
            VALUES (\(id), \(purpose.rawValue), \(email), \(name), \(passwordHash), \(now),
                \(now.adding(seconds: purpose.lifetime)))
            """,
            """
            INSERT INTO mail_outbox (mail_id, kind, recipient, token_id, created_at, next_try_at)
            SELECT \(id), CASE WHEN EXISTS (
                    SELECT FROM account WHERE email = \(email) AND password_hash IS NOT NULL)
                THEN 'known_already' ELSE 'registration' END, \(email), \(id), \(now), \(now)
            """,
        ]
    }

    /// Uses a token to set the account's password: all other tokens of the account and all its sessions end with the old
    /// one. Answers with a row for the account, with the ids of the sessions, or with none where the token was used.
    static func setPassword(_ token: UUIDBytes, _ hash: String, at now: Instant) -> Statement {
        """
        WITH used AS (
            UPDATE one_time_token SET used_at = \(now)
            WHERE token_id = \(token) AND used_at IS NULL AND expires_at > \(now)
            RETURNING account_id, email
        ), changed AS (
            UPDATE account SET password_hash = \(hash), email_verified_at = coalesce(email_verified_at, \(now))
            FROM used WHERE account.account_id = used.account_id AND account.email = used.email
            RETURNING account.account_id
        ), ended AS (
            UPDATE session SET ended_at = \(now), end_reason = 'password_changed'
            FROM changed WHERE session.account_id = changed.account_id AND session.ended_at IS NULL
            RETURNING session.session_id
        ), others AS (
            UPDATE one_time_token SET used_at = \(now)
            FROM changed WHERE one_time_token.account_id = changed.account_id AND token_id <> \(token)
                AND purpose IN ('password', 'invitation') AND used_at IS NULL
        )
        SELECT account_id, ARRAY (SELECT session_id FROM ended) FROM changed
        """
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

    /// Uses a token to make the account that was registered. A clinic may have made one meanwhile, which gets the password
    /// if it has none. Answers with a row, or with none where the token was used or somebody was faster.
    static func finishRegistration(_ token: UUIDBytes, account: UUIDBytes, at now: Instant) -> Statement {
        """
        WITH used AS (
            UPDATE one_time_token SET used_at = \(now)
            WHERE token_id = \(token) AND used_at IS NULL AND expires_at > \(now)
            RETURNING email, name, password_hash
        )
        INSERT INTO account (account_id, email, name, password_hash, created_at, email_verified_at)
        SELECT \(account), email, name, password_hash, \(now), \(now) FROM used
        ON CONFLICT (email) DO UPDATE SET password_hash = excluded.password_hash, email_verified_at = \(now)
        WHERE account.password_hash IS NULL
        RETURNING account_id
        """
    }

    /// What is used or expired goes, and the mails of it.
    static func forget(at now: Instant) -> Statement {
        "DELETE FROM one_time_token WHERE expires_at < \(now.adding(days: -1))"
    }
}
