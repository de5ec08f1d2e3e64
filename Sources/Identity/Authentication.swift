import Identifiers
import SQL

/// What a bearer token turned out to be.
enum Authentication {
    case caller(VerifiedToken)
    /// Known, but the PIN must be given first.
    case locked(VerifiedToken)
    /// Expired, revoked, forged or malformed: 401, and the client refreshes.
    case invalid
}

extension Identity {
    /// Answers from memory alone, `nil` where that does not suffice and `authenticate` must be asked.
    func authenticateFromMemory(_ token: String, at now: Int64) -> Authentication? {
        guard let verified = self.verified.find(token) else { return nil }
        guard verified.expiresAt > now else { return .invalid }
        switch shared.sessions.use(verified.session, at: now) {
        case .open: return .caller(verified)
        case .locked: return .locked(verified)
        case .ended: return .invalid
        case .idle, .unknown: return nil
        }
    }

    func authenticate(_ token: String, at now: Timestamp) async throws -> Authentication {
        guard token.utf8.count <= 4096 else { return .invalid }
        if let known = authenticateFromMemory(token, at: now.seconds) { return known }
        let verified: VerifiedToken
        if let known = self.verified.find(token) {
            verified = known
        } else {
            guard let claims = await shared.keys.verify(token), let fresh = VerifiedToken(claims) else {
                return .invalid
            }
            verified = fresh
            self.verified.keep(token, fresh)
        }
        guard verified.expiresAt > now.seconds else { return .invalid }
        let state = try await sessionState(verified.session, at: now)
        shared.sessions.set(verified.session, state)
        if state.ended { return .invalid }
        return state.locked ? .locked(verified) : .caller(verified)
    }

    /// The session as the database has it, locked there and then when nobody used it for too long on any node.
    private func sessionState(_ session: UUIDBytes, at now: Timestamp) async throws -> SessionState {
        guard let row = try await pool.perform([SessionStore.state(session)])[0].first else {
            return SessionState(lastSeen: now.seconds, locked: false, ended: true)
        }
        let lastSeen = try row.timestamp(0).seconds
        var state = SessionState(lastSeen: now.seconds, locked: try row.bool(1), ended: try row.bool(2))
        if !state.ended, !state.locked, now.seconds - lastSeen > SessionRegistry.idleLimit {
            _ = try await pool.perform([SessionStore.lock(session, at: now), SessionStore.announce([session])])
            state.locked = true
        }
        return state
    }

    /// Writes down which sessions were used since the last time; the owner calls it every half minute or so.
    public func flushLastSeen(at now: Int64) async throws {
        let touched = shared.sessions.takeTouched(at: now)
        guard !touched.isEmpty else { return }
        _ = try await pool.perform([
            SessionStore.touch(touched.map { ($0.session, Timestamp(seconds: $0.lastSeen)) })
        ])
    }

    /// Another process has changed these sessions.
    public func sessionsChanged(_ payload: String) {
        for id in payload.split(separator: ",") { if let id = UUIDBytes(id) { shared.sessions.forget(id) } }
    }

    /// Nobody listened for a while: what is remembered of sessions may be out of date.
    public func sessionsMayHaveChanged() { shared.sessions.forgetAll() }
}
