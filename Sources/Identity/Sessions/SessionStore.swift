import Endpoints
import EventSourcing
import Identifiers
import PostgresClient
import SQL

/// The parameters of a new session.
struct NewSession: Sendable {
    let account: UUIDBytes
    let membership: Membership
    /// The client's name for its device; if it is `nil`, the session is treated as a separate device.
    let device: String?
    /// The id of the paired tablet on which the session is opened; `nil` for another device.
    let tablet: UUIDBytes?
    let deviceName: String
    /// The client's platform; `nil` if the client does not state one.
    let platform: ClientPlatform?
    let scope: SessionScope
    /// The thumbprint of the key that the session's tokens are bound to; `nil` if they are not bound.
    let boundKey: [UInt8]?
    /// Whether the session has no access to the clinic's data until the account has a second factor.
    let needsSecondFactor: Bool
    let shown: Shown

    /// The credentials that were checked. If they are no longer valid when the session is inserted, the session is not
    /// opened.
    enum Shown: Sendable {
        /// A password that was checked: the hash with which it was compared, and whether a code of the second factor
        /// was required.
        case password(hash: String, withCode: Bool)
        case pin(hash: String)
        /// An open session of the account, which the new session replaces.
        case session(UUIDBytes)
    }
}

extension NewSession.Shown {
    /// The old session that the new one replaces; `nil` if it replaces none.
    var session: UUIDBytes? { if case .session(let id) = self { id } else { nil } }
}

/// The statements of sessions. The table's trigger notifies all servers when a session is locked, unlocked or ended, or
/// when a restriction of it begins or ends.
enum SessionStore {
    struct New {
        let id: UUIDBytes
        let new: NewSession
        let device: String
        let refreshSecret: [UInt8]
        let at: Instant
    }

    /// A statement that opens a session. It returns the session's id, or no row if the membership has just ended, the
    /// tablet is unpaired, or the credentials are no longer valid. It must follow `AccountTurn.signsIn` or
    /// `AccountTurn.changes` in the transaction.
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
            case .session(let old):
                """
                JOIN session AS old ON old.account_id = membership.account_id AND old.session_id = \(old)
                    AND old.ended_at IS NULL AND old.locked_at IS NULL AND old.compromised_at IS NULL
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
                platform, scope, created_at, last_seen_at, refresh_secret, refreshed_at, refresh_expires_at, bound_key,
                lacks_second_factor, compromised_at, switched_from)
            SELECT \(session.id), membership.clinic_id, membership.account_id, membership.role, membership.subject_id,
                \(session.device), \(session.new.deviceName), \(session.new.platform?.rawValue),
                \(session.new.scope.rawValue), \(session.at), \(session.at), \(session.refreshSecret),
                \(session.at), \(session.at.adding(seconds: RefreshToken.lifetime)), \(session.new.boundKey),
                \(session.new.needsSecondFactor) AND NOT \(hasFactor), (
                    SELECT reported_at FROM compromised_device
                    WHERE compromised_device.account_id = membership.account_id
                        AND compromised_device.device_id = \(session.device)), \(session.new.shown.session)
            FROM \(place(of: session.new)) AS membership \(shown) \(tablet)
            FOR SHARE
            RETURNING session_id
            """
    }

    /// A query for the new session's membership, or for its account if the session has no clinic. It returns no row if
    /// the membership or account no longer exists.
    private static func place(of new: NewSession) -> Statement {
        if new.membership.isPerson {
            """
            (SELECT \(new.membership.clinic)::uuid AS clinic_id, account_id, 'person' AS role, account_id AS subject_id
             FROM account WHERE account_id = \(new.account))
            """
        } else {
            """
            (SELECT clinic_id, account_id, role, subject_id FROM membership
             WHERE clinic_id = \(new.membership.clinic) AND account_id = \(new.account)
                AND role = \(new.membership.role.rawValue) AND ended_at IS NULL AND NOT awaits_owner)
            """
        }
    }

    /// The statements that follow the statement `open`. If the new session replaces an old one, the push registrations
    /// of the old session move to the new one, and the old session ends.
    static func takeOver(_ session: New) -> [Statement] {
        guard let old = session.new.shown.session else { return [] }
        let isOpen: Statement = "EXISTS (SELECT FROM session WHERE session_id = \(session.id))"
        return [
            """
            UPDATE user_device SET session_id = \(session.id), clinic_id = \(session.new.membership.clinic)
            WHERE session_id = \(old) AND \(isOpen)
            """,
            """
            UPDATE session SET ended_at = \(session.at), end_reason = 'revoked'
            WHERE session_id = \(old) AND ended_at IS NULL AND \(isOpen)
            """,
        ]
    }

    /// A statement that returns a row if the new session's membership has taken effect and not ended.
    static func isOpen(to new: NewSession) -> Statement {
        "SELECT FROM \(place(of: new)) AS membership"
    }

    /// A statement that returns a row if the account has signed in on the device before.
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

    /// A statement that ends every session of an account on a device and returns their ids.
    static func endAll(account: UUIDBytes, device: String, reason: String, at now: Instant) -> Statement {
        """
        UPDATE session SET ended_at = \(now), end_reason = \(reason)
        WHERE account_id = \(account) AND device_id = \(device) AND ended_at IS NULL
        RETURNING session_id
        """
    }

    /// The maximum number of open sessions of an account. A person has a few devices, but a program that signs in for
    /// each task would have thousands of sessions.
    static let perAccount: Int64 = 50

    /// A statement that ends an account's surplus sessions, the least recently used first, and returns their ids. A
    /// session that another transaction is ending is skipped, so there is no deadlock.
    static func endSurplus(of account: UUIDBytes, beside session: UUIDBytes, at now: Instant) -> Statement {
        """
        WITH surplus AS MATERIALIZED (
            SELECT session_id FROM session
            WHERE account_id = \(account) AND ended_at IS NULL AND session_id <> \(session)
                AND EXISTS (SELECT FROM session WHERE session_id = \(session))
            ORDER BY last_seen_at DESC, created_at DESC, session_id DESC OFFSET \(perAccount - 1)
        ), taken AS (
            SELECT session_id FROM session
            WHERE session_id IN (SELECT session_id FROM surplus) AND ended_at IS NULL
            FOR UPDATE SKIP LOCKED
        )
        UPDATE session SET ended_at = \(now), end_reason = 'too_many_sessions'
        FROM taken WHERE session.session_id = taken.session_id
        RETURNING session.session_id
        """
    }

    /// The statements that record a use of a session and return its state. They lock the session if it was idle for 15
    /// minutes and is not a background session. A use is stored at most once a minute.
    static func look(at session: UUIDBytes, at now: Instant) -> [Statement] {
        let isIdle: Statement =
            "(last_seen_at < \(now.adding(seconds: -SessionRegistry.idleLimit)) AND scope <> 'background')"
        return [
            """
            UPDATE session SET locked_at = CASE WHEN \(isIdle) THEN \(now) END,
                last_seen_at = CASE WHEN \(isIdle) THEN last_seen_at ELSE \(now) END
            WHERE session_id = \(session) AND locked_at IS NULL AND ended_at IS NULL
                AND last_seen_at < \(now.adding(minutes: -1))
            """,
            """
            SELECT last_seen_at, locked_at IS NOT NULL, ended_at IS NOT NULL, compromised_at IS NOT NULL,
                lacks_second_factor, scope = 'background', account_id, clinic_id, role, subject_id, platform, device_id
            FROM session
            WHERE session_id = \(session)
            """,
        ]
    }

    /// A statement that reads a session's state without counting as a use: whether it is locked or idle, ended,
    /// compromised, lacks a second factor, or is for background work.
    static func check(_ session: UUIDBytes, at now: Instant) -> Statement {
        """
        SELECT locked_at IS NOT NULL
                OR (last_seen_at < \(now.adding(seconds: -SessionRegistry.idleLimit)) AND scope <> 'background'),
            ended_at IS NOT NULL, compromised_at IS NOT NULL, lacks_second_factor, scope = 'background'
        FROM session
        WHERE session_id = \(session)
        """
    }

    /// A statement that unlocks a session. It returns the session's id, or no row if it has ended.
    static func unlock(_ session: UUIDBytes, at now: Instant) -> Statement {
        """
        UPDATE session SET locked_at = NULL, last_seen_at = greatest(last_seen_at, \(now))
        WHERE session_id = \(session) AND ended_at IS NULL
        RETURNING session_id
        """
    }

    /// The number of days for which ended sessions are kept.
    static let daysKept: Int64 = 400

    /// The statements that delete the sessions that ended or expired more than `daysKept` days ago, with their push
    /// registrations. A session is kept as long as a device report that refers to it.
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

    /// A statement that stores the last use of sessions, and returns the ids of the stored ones.
    ///
    /// Rows are locked in the order of their ids. Rows that another transaction is changing are skipped until the next
    /// time. So this statement of one server never waits for another server.
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
