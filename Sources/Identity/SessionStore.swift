import PostgresClient
import Identifiers
import SQL

/// The statements of sessions and their refresh tokens.
enum SessionStore {
    struct New {
        let id: UUIDBytes
        let membership: Membership
        let account: UUIDBytes
        let deviceID: String
        let deviceName: String
        let at: Timestamp
    }

    static func open(_ session: New, refreshToken: RefreshToken) -> [Statement] {
        [
            """
            INSERT INTO session (session_id, clinic_id, account_id, role, subject_id, device_id, device_name,
                created_at, last_seen_at)
            VALUES (\(session.id), \(session.membership.clinic), \(session.account), \(session.membership.role),
                \(session.membership.subject), \(session.deviceID), \(session.deviceName), \(session.at), \(session.at))
            """,
            addToken(refreshToken, session: session.id, generation: 1, at: session.at),
        ]
    }

    static func addToken(
        _ token: RefreshToken, session: UUIDBytes, generation: Int32, at now: Timestamp
    ) -> Statement {
        """
        INSERT INTO refresh_token (token_hash, session_id, generation, expires_at)
        VALUES (\(token.hash), \(session), \(generation), \(now.adding(seconds: RefreshToken.lifetime)))
        """
    }

    /// The token with its session, both locked until the transaction ends, and whether a grandchild exists.
    static func presented(_ token: RefreshToken) -> Statement {
        """
        SELECT session.session_id, session.clinic_id, session.account_id, session.role, session.subject_id,
            session.device_id, session.ended_at IS NOT NULL, session.locked_at IS NOT NULL,
            refresh_token.generation, refresh_token.expires_at, refresh_token.rotated_at,
            (SELECT max(generation) FROM refresh_token AS newest WHERE newest.session_id = session.session_id)
        FROM refresh_token JOIN session USING (session_id)
        WHERE refresh_token.token_hash = \(token.hash)
        FOR UPDATE OF session, refresh_token
        """
    }

    static func markRotated(_ token: RefreshToken, at now: Timestamp) -> Statement {
        "UPDATE refresh_token SET rotated_at = \(now) WHERE token_hash = \(token.hash)"
    }

    /// Ends one session; every process hears of it.
    static func end(_ session: UUIDBytes, reason: String, at now: Timestamp) -> [Statement] {
        [
            """
            UPDATE session SET ended_at = \(now), end_reason = \(reason)
            WHERE session_id = \(session) AND ended_at IS NULL
            """,
            announce([session]),
        ]
    }

    /// Ends every session of an account on a device and answers with their ids.
    static func endAll(account: UUIDBytes, device: String, reason: String, at now: Timestamp) -> Statement {
        """
        UPDATE session SET ended_at = \(now), end_reason = \(reason)
        WHERE account_id = \(account) AND device_id = \(device) AND ended_at IS NULL
        RETURNING session_id
        """
    }

    static func announce(_ sessions: [UUIDBytes]) -> Statement {
        "SELECT pg_notify('session', array_to_string(\(sessions)::uuid[], ','))"
    }

    static func state(_ session: UUIDBytes) -> Statement {
        """
        SELECT last_seen_at, locked_at IS NOT NULL, ended_at IS NOT NULL FROM session WHERE session_id = \(session)
        """
    }

    static func lock(_ session: UUIDBytes, at now: Timestamp) -> Statement {
        "UPDATE session SET locked_at = \(now) WHERE session_id = \(session) AND locked_at IS NULL"
    }

    static func unlock(_ session: UUIDBytes, at now: Timestamp) -> Statement {
        "UPDATE session SET locked_at = NULL, last_seen_at = \(now) WHERE session_id = \(session)"
    }

    static func touch(_ sessions: [(session: UUIDBytes, lastSeen: Timestamp)]) -> Statement {
        """
        UPDATE session SET last_seen_at = greatest(session.last_seen_at, used.last_seen_at)
        FROM unnest(\(sessions.map(\.session))::uuid[], \(sessions.map(\.lastSeen))::timestamptz[])
            AS used (session_id, last_seen_at)
        WHERE session.session_id = used.session_id
        """
    }
}
