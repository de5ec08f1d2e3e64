import Endpoints
import EventSourcing
import Identifiers
import PostgresClient
import SQL

/// What a session is opened for.
struct NewSession: Sendable {
    let account: UUIDBytes
    let membership: Membership
    /// `nil`: a device of its own.
    let device: String?
    let deviceName: String
    /// The key that it is good with alone.
    let boundKey: [UInt8]?
    let lacksSecondFactor: Bool
}

/// The statements of sessions. Whoever locks, unlocks or ends one tells all servers: the table's trigger does.
enum SessionStore {
    struct New {
        let id: UUIDBytes
        let new: NewSession
        let device: String
        let refreshSecret: [UInt8]
        let at: Instant
    }

    /// Answers with the session's id, or with nothing where the membership has just ended.
    static func open(_ session: New) -> Statement {
        """
        INSERT INTO session (session_id, clinic_id, account_id, role, subject_id, device_id, device_name,
            created_at, last_seen_at, refresh_secret, refreshed_at, refresh_expires_at, bound_key, lacks_second_factor)
        SELECT \(session.id), clinic_id, account_id, role, subject_id, \(session.device), \(session.new.deviceName),
            \(session.at), \(session.at), \(session.refreshSecret), \(session.at),
            \(session.at.adding(seconds: RefreshToken.lifetime)), \(session.new.boundKey),
            \(session.new.lacksSecondFactor)
        FROM membership
        WHERE clinic_id = \(session.new.membership.clinic) AND account_id = \(session.new.account)
            AND role = \(session.new.membership.role.rawValue) AND ended_at IS NULL
        FOR SHARE
        RETURNING session_id
        """
    }

    /// Answers with a row where the account has signed in on the device before.
    static func hasBeen(email: String, device: String?) -> Statement {
        """
        SELECT FROM account
        WHERE email = \(email) AND EXISTS (
            SELECT FROM session WHERE session.account_id = account.account_id AND session.device_id = \(device))
        """
    }

    static func end(_ session: UUIDBytes, reason: String, at now: Instant) -> Statement {
        """
        UPDATE session SET ended_at = \(now), end_reason = \(reason)
        WHERE session_id = \(session) AND ended_at IS NULL
        """
    }

    /// Ends every session of an account on a device and answers with their ids.
    static func endAll(account: UUIDBytes, device: String, reason: String, at now: Instant) -> Statement {
        """
        UPDATE session SET ended_at = \(now), end_reason = \(reason)
        WHERE account_id = \(account) AND device_id = \(device) AND ended_at IS NULL
        RETURNING session_id
        """
    }

    /// Counts the session as used, or locks it if nobody used it for too long, and answers with how it stands. A use is
    /// written down once a minute at the most.
    static func look(at session: UUIDBytes, at now: Instant) -> [Statement] {
        let idle = now.adding(seconds: -SessionRegistry.idleLimit)
        return [
            """
            UPDATE session SET locked_at = CASE WHEN last_seen_at < \(idle) THEN \(now) END,
                last_seen_at = CASE WHEN last_seen_at < \(idle) THEN last_seen_at ELSE \(now) END
            WHERE session_id = \(session) AND locked_at IS NULL AND ended_at IS NULL
                AND last_seen_at < \(now.adding(minutes: -1))
            """,
            """
            SELECT last_seen_at, locked_at IS NOT NULL, ended_at IS NOT NULL, compromised_at IS NOT NULL,
                lacks_second_factor
            FROM session
            WHERE session_id = \(session)
            """,
        ]
    }

    /// Answers with the session's id, or with nothing where it has ended.
    static func unlock(_ session: UUIDBytes, at now: Instant) -> Statement {
        """
        UPDATE session SET locked_at = NULL, last_seen_at = greatest(last_seen_at, \(now))
        WHERE session_id = \(session) AND ended_at IS NULL
        RETURNING session_id
        """
    }

    static func touch(_ sessions: [(session: UUIDBytes, lastSeen: Instant)]) -> Statement {
        """
        UPDATE session SET last_seen_at = used.last_seen_at
        FROM unnest(\(sessions.map(\.session))::uuid[], \(sessions.map(\.lastSeen))::timestamptz[])
            AS used (session_id, last_seen_at)
        WHERE session.session_id = used.session_id AND session.last_seen_at < used.last_seen_at
        """
    }
}
