import Identifiers
import SQL

/// Tokens for a session, as login and refresh give them.
struct Tokens: Sendable {
    let session: UUIDBytes
    let clinic: UUIDBytes
    let account: UUIDBytes
    let role: String
    let subject: UUIDBytes
    let accessToken: String
    let refreshToken: String
    let hasPIN: Bool
    let locked: Bool
}

struct LoginAttempt: Sendable {
    let email: String
    let password: String
    let clinic: UUIDBytes?
    let role: String?
    let deviceID: String?
    let deviceName: String
}

extension Identity {
    /// Opens a session. Exactly one hash is computed, whoever asks.
    func login(_ attempt: LoginAttempt, at now: Timestamp) async throws -> Tokens {
        let email = attempt.email.lowercased()
        let rows = try await pool.perform([Account.byEmail(email), Membership.of(email: email)])
        let account = try rows[0].first.map { try Account($0) }
        let known = account?.passwordHash
        let matches = try await verify(Array(attempt.password.utf8), against: known ?? shared.decoyHash)
        guard let account, known != nil, matches else { throw Refusal.wrongCredentials }
        let membership = try choose(try rows[1].map { try Membership($0) }, for: attempt)
        let id = newID(at: now)
        let refreshToken = RefreshToken.random()
        let session = SessionStore.New(
            id: id, membership: membership, account: account.id, deviceID: attempt.deviceID ?? "session:\(id)",
            deviceName: attempt.deviceName, at: now)
        _ = try await pool.perform(SessionStore.open(session, refreshToken: refreshToken))
        shared.sessions.set(id, SessionState(lastSeen: now.seconds, locked: false, ended: false))
        return try await tokens(
            session: id, membership: membership, account: account.id, device: session.deviceID,
            refreshToken: refreshToken, locked: false, at: now)
    }

    private func choose(_ memberships: [Membership], for attempt: LoginAttempt) throws(Refusal) -> Membership {
        let fitting = memberships.filter {
            (attempt.clinic == nil || $0.clinic == attempt.clinic) && (attempt.role == nil || $0.role == attempt.role)
        }
        guard let only = fitting.first else { throw .noSuchMembership }
        guard fitting.count == 1 else {
            throw .membershipAmbiguous(fitting.map { .init(clinic: $0.clinic.text, role: $0.role) })
        }
        return only
    }

    /// An access token beside a refresh token, and whether the device has a PIN.
    func tokens(
        session: UUIDBytes, membership: Membership, account: UUIDBytes, device: String, refreshToken: RefreshToken,
        locked: Bool, at now: Timestamp
    ) async throws -> Tokens {
        let claims = AccessClaims(
            sub: account.text, sid: session.text, cid: membership.clinic.text, role: membership.role,
            subject: membership.subject.text, iat: now.seconds, exp: now.seconds + Self.accessTokenLifetime)
        let hasPIN = try await pool.perform([PINRules.exists(account: account, device: device)])[0].count > 0
        return Tokens(
            session: session, clinic: membership.clinic, account: account, role: membership.role,
            subject: membership.subject, accessToken: try await shared.keys.sign(claims),
            refreshToken: refreshToken.text, hasPIN: hasPIN, locked: locked)
    }
}
