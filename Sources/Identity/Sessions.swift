import Identifiers
import PostgresClient
import SQL

/// A session as its account sees it in the list.
struct SessionEntry: Sendable {
    let id: UUIDBytes
    let role: String
    let deviceName: String
    let createdAt: Timestamp
    let lastSeenAt: Timestamp
    let isCurrent: Bool
}

extension Identity {
    /// The open sessions of the caller's account in this clinic, newest first.
    func sessions(_ caller: VerifiedToken) async throws -> [SessionEntry] {
        try await pool.perform([
            """
            SELECT session_id, role, device_name, created_at, last_seen_at FROM session
            WHERE account_id = \(caller.account) AND clinic_id = \(caller.clinic) AND ended_at IS NULL
            ORDER BY created_at DESC LIMIT 100
            """
        ])[0].map { row in
            let id = try row.uuid(0)
            return SessionEntry(
                id: id, role: try row.text(1), deviceName: try row.text(2), createdAt: try row.timestamp(3),
                lastSeenAt: try row.timestamp(4), isCurrent: id == caller.session)
        }
    }

    /// Ends one of the caller's own sessions, here and on every node.
    func revoke(_ session: UUIDBytes, by caller: VerifiedToken, at now: Timestamp) async throws {
        let found = try await pool.perform([
            """
            SELECT session_id FROM session
            WHERE session_id = \(session) AND account_id = \(caller.account) AND ended_at IS NULL
            """
        ])[0]
        guard !found.isEmpty else { throw Refusal.noSuchSession }
        try await end(session, reason: session == caller.session ? "logout" : "revoked", at: now)
    }

    /// Ends the session of an access token or of a refresh token; one that is ended already stays so.
    func logout(_ text: String, at now: Timestamp) async throws {
        if let token = RefreshToken(text) {
            let rows = try await pool.perform([
                "SELECT session_id FROM refresh_token WHERE token_hash = \(token.hash)"
            ])[0]
            guard let row = rows.first else { throw Refusal.invalidRefreshToken }
            return try await end(try row.uuid(0), reason: "logout", at: now)
        }
        switch try await authenticate(text, at: now) {
        case .caller(let token), .locked(let token): try await end(token.session, reason: "logout", at: now)
        case .invalid: throw Refusal.invalidRefreshToken
        }
    }

    private func end(_ session: UUIDBytes, reason: String, at now: Timestamp) async throws {
        _ = try await pool.perform(SessionStore.end(session, reason: reason, at: now))
        shared.sessions.set(session, SessionState(lastSeen: now.seconds, locked: false, ended: true))
    }

    /// The account and device behind a session, for its PIN.
    func pinHolder(_ caller: VerifiedToken) async throws -> PINHolder {
        let rows = try await pool.perform(["SELECT device_id FROM session WHERE session_id = \(caller.session)"])[0]
        guard let row = rows.first else { throw Refusal.noSuchSession }
        return PINHolder(session: caller.session, account: caller.account, device: try row.text(0))
    }
}
