import Endpoints
import EventSourcing
import Identifiers
import JSON
import PostgresClient
import SQL

/// An entry in the list of an account's sessions.
struct SessionEntry: Sendable {
    let id: UUIDBytes
    /// The version of the session's entry in the list, which increases each time that a use of the session is stored.
    let version: Int64
    let role: Role
    let deviceName: String
    let createdAt: Instant
    let lastSeenAt: Instant
    let isCurrent: Bool

    static let codec = object(
        SessionEntry.init(id:version:role:deviceName:createdAt:lastSeenAt:isCurrent:),
        field("id", \.id, .uuid.described("The session's id.")),
        field("version", \.version, .version),
        field("role", \.role, .stringEnum.described("The role that the session is for.")),
        field(
            "device_name", \.deviceName,
            .string(max: 100).described("The device's name, as the client gave it at login.")),
        field("created_at", \.createdAt, .instant.described("When the session began, in UTC.")),
        field("last_seen_at", \.lastSeenAt, .instant.described("When it was used last, in UTC.")),
        field("is_current", \.isCurrent, .bool.described("Whether it is the session of this request."))
    ).described("A session of the account.").named("Session")
}

extension Identity {
    /// The maximum number of sessions in an account's list of its sessions.
    private static let listLimit: Int64 = 200

    /// The open sessions of the caller's account in the clinic of the caller's session, newest first.
    func sessions(_ caller: Principal, at now: Instant) async throws -> [SessionEntry] {
        let statement: Statement = """
            SELECT session_id, role, device_name, created_at, last_seen_at FROM session
            WHERE account_id = \(caller.account) AND clinic_id = \(caller.clinic) AND ended_at IS NULL
                AND refresh_expires_at > \(now)
            ORDER BY created_at DESC, session_id DESC LIMIT \(Self.listLimit)
            """
        return try await pool.perform(statement, effect: .reads).map { row in
            let id = try row.uuid(0)
            let lastSeen = try row.instant(4)
            return SessionEntry(
                id: id, version: lastSeen.secondsSince1970, role: try row.role(1), deviceName: try row.text(2),
                createdAt: try row.instant(3), lastSeenAt: lastSeen, isCurrent: id == caller.session)
        }
    }

    /// Ends one of the caller's own sessions, on every server.
    func revoke(_ session: UUIDBytes, by caller: Principal, at now: Instant) async throws {
        let found = try await pool.perform(
            """
            SELECT FROM session
            WHERE session_id = \(session) AND account_id = \(caller.account) AND clinic_id = \(caller.clinic)
                AND ended_at IS NULL
            """, effect: .reads)
        guard !found.isEmpty else { throw IdentityRejection.noSuchSession }
        try await end(session, reason: session == caller.session ? "logout" : "revoked", at: now)
    }

    /// Ends the sessions of the tokens that a client has shown: one in `Authorization`, and one in a browser's cookie, which
    /// may be of the same session.
    ///
    /// - Throws: the rejection of the first token if no token is accepted.
    func logout(_ tokens: [String], _ request: ProofRequest, at now: Instant) async throws {
        var refusal: IdentityRejection?
        var hasEnded = false
        for token in tokens {
            do {
                try await logout(token, request, at: now)
                hasEnded = true
            } catch let rejection as IdentityRejection { refusal = refusal ?? rejection }
        }
        if !hasEnded, let refusal { throw refusal }
    }

    /// Ends the session of an access token, even an expired one, or of a refresh token. If the session has already
    /// ended, nothing changes. Ending a session that is bound to a key requires a proof of the key, with either kind of
    /// token.
    func logout(_ text: String, _ request: ProofRequest, at now: Instant) async throws {
        if let token = RefreshToken(text.utf8) { return try await logout(token, request, at: now) }
        guard let token = await verifiedToken(Array(text.utf8)[...]) else { throw IdentityRejection.invalidToken }
        if let key = token.boundKey {
            guard let proof = try proof(request, token: text, at: now), proof.thumbprint == key else {
                throw IdentityRejection.invalidProof
            }
            try spend(proof, at: now)
        }
        try await end(token.principal.session, reason: "logout", at: now)
    }

    /// Ends the session of a refresh token. A token that is older than the second newest may be a copy that another
    /// person has: it also ends the session, with the reason `refresh_reuse` and without a proof, but is refused.
    private func logout(_ token: RefreshToken, _ request: ProofRequest, at now: Instant) async throws {
        let found = try await pool.perform(RefreshableSession.find(token.session, at: now), effect: .reads)
        guard let row = found.first else { throw IdentityRejection.invalidToken }
        let session = try RefreshableSession(token.session, row)
        guard token.isGenuine(secret: session.secret, pepper: shared.pepper) else {
            throw IdentityRejection.invalidToken
        }
        guard token.generation >= session.generation - 1 else {
            try await end(token.session, reason: "refresh_reuse", at: now)
            throw IdentityRejection.invalidToken
        }
        try prove(session.holder.boundKey, by: request, at: now)
        try await end(token.session, reason: "logout", at: now)
    }

    func end(_ session: UUIDBytes, reason: String, at now: Instant) async throws {
        _ = try await pool.perform(SessionStore.end(session, reason: reason, at: now))
        await forgetEverywhere([session])
    }
}
