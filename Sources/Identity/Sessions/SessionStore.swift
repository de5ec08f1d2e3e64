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
    /// The tablet that the device is.
    let tablet: UUIDBytes?
    let deviceName: String
    /// The key that it is good with alone.
    let boundKey: [UInt8]?
    /// It reaches nothing of the clinic before the account has one.
    let needsSecondFactor: Bool
    let shown: Shown

    /// What the person has shown. Where it is good for nothing any more when the session is to open, it does not.
    enum Shown: Sendable {
        /// With the hash that it was compared with, and whether a code was asked for.
        case password(hash: String, withCode: Bool)
        case pin(hash: String)
    }
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

    /// Answers with the session's id, or with nothing where the membership has just ended, the tablet is unpaired, or what
    /// was shown is good for nothing any more. Behind `AccountTurn.signsIn`.
    static func open(_ session: New) -> Statement {
        let hasFactor: Statement = """
            EXISTS (
                SELECT FROM second_factor
                WHERE second_factor.account_id = membership.account_id AND confirmed_at IS NOT NULL)
            """
        let shown: Statement =
            switch session.new.shown {
            case .password(let hash, let withCode):
                """
                JOIN account ON account.account_id = membership.account_id AND account.password_hash = \(hash)
                    AND \(withCode) = \(hasFactor)
                """
            case .pin(let hash):
                """
                JOIN device_pin ON device_pin.account_id = membership.account_id
                    AND device_pin.device_id = \(session.device) AND device_pin.pin_hash = \(hash)
                """
            }
        let tablet: Statement =
            session.new.tablet.map { id -> Statement in
                """
                JOIN tablet ON tablet.tablet_id = \(id) AND tablet.clinic_id = membership.clinic_id
                    AND tablet.unpaired_at IS NULL
                """
            } ?? ""
        return """
            INSERT INTO session (session_id, clinic_id, account_id, role, subject_id, device_id, device_name,
                created_at, last_seen_at, refresh_secret, refreshed_at, refresh_expires_at, bound_key,
                lacks_second_factor)
            SELECT \(session.id), membership.clinic_id, membership.account_id, membership.role, membership.subject_id,
                \(session.device), \(session.new.deviceName), \(session.at), \(session.at), \(session.refreshSecret),
                \(session.at), \(session.at.adding(seconds: RefreshToken.lifetime)), \(session.new.boundKey),
                \(session.new.needsSecondFactor) AND NOT \(hasFactor)
            FROM membership \(shown) \(tablet)
            WHERE membership.clinic_id = \(session.new.membership.clinic) AND membership.account_id = \(session.new.account)
                AND membership.role = \(session.new.membership.role.rawValue) AND membership.ended_at IS NULL
                AND NOT membership.awaits_owner
            FOR SHARE
            RETURNING session_id
            """
    }

    /// Answers with a row where the membership is in force.
    static func isOpen(to new: NewSession) -> Statement {
        """
        SELECT FROM membership
        WHERE clinic_id = \(new.membership.clinic) AND account_id = \(new.account)
            AND role = \(new.membership.role.rawValue) AND ended_at IS NULL AND NOT awaits_owner
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

    /// How long sessions stay after they are over, in days.
    static let daysKept: Int64 = 400

    /// Lets go of sessions that are over for long, and of what hangs on them. Where a report has to be kept, its session
    /// is too.
    static func forget(at now: Instant) -> [Statement] {
        let last = now.adding(days: -daysKept)
        let isOld: Statement = "(session.ended_at < \(last) OR session.refresh_expires_at < \(last))"
        return [
            "DELETE FROM user_device USING session WHERE user_device.session_id = session.session_id AND \(isOld)",
            """
            DELETE FROM session
            WHERE \(isOld) AND NOT EXISTS (
                SELECT FROM device_report WHERE device_report.session_id = session.session_id)
            """,
        ]
    }

    /// Writes down when sessions were last used, and answers with those of which that is known now.
    ///
    /// Rows are locked in the order of their ids, and one that another transaction is changing is left for the next time: servers that
    /// do this at once, or while others end sessions, never wait for one another.
    static func touch(_ sessions: [(session: UUIDBytes, lastSeen: Instant)]) -> Statement {
        """
        WITH used AS (
            SELECT * FROM unnest(\(sessions.map(\.session))::uuid[], \(sessions.map(\.lastSeen))::timestamptz[])
                AS used (session_id, last_seen_at)
        ), free AS (
            SELECT session.session_id, used.last_seen_at FROM session JOIN used ON used.session_id = session.session_id
            WHERE session.last_seen_at < used.last_seen_at
            ORDER BY session.session_id
            FOR NO KEY UPDATE OF session SKIP LOCKED
        ), touched AS (
            UPDATE session SET last_seen_at = free.last_seen_at FROM free WHERE session.session_id = free.session_id
            RETURNING session.session_id
        )
        SELECT session_id FROM touched
        UNION ALL
        SELECT session.session_id FROM session JOIN used ON used.session_id = session.session_id
        WHERE session.last_seen_at >= used.last_seen_at
        """
    }
}
