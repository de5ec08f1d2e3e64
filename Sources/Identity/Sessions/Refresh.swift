import EventSourcing
import Identifiers
import PostgresClient
import SQL

/// The columns of a session's row that a refresh needs.
struct RefreshableSession: Sendable {
    let holder: TokenHolder
    let device: String
    /// Whether the session has ended, or its account has lost the session's role.
    let isOver: Bool
    let secret: [UInt8]
    let generation: Int32
    let refreshedAt: Instant
    let expiresAt: Instant
    let hasSecondFactor: Bool

    static func find(_ session: UUIDBytes, at now: Instant) -> Statement {
        """
        SELECT session.clinic_id, session.role, session.subject_id, session.account_id, session.device_id,
            session.ended_at IS NOT NULL OR session.role <> 'person' AND NOT EXISTS (
                SELECT FROM membership
                WHERE membership.clinic_id = session.clinic_id AND membership.account_id = session.account_id
                    AND membership.role = session.role AND membership.ended_at IS NULL
                    AND NOT membership.awaits_owner),
            session.locked_at IS NOT NULL OR session.scope <> 'background'
                AND session.last_seen_at < \(now.adding(seconds: -SessionRegistry.idleLimit)),
            EXISTS (
                SELECT FROM device_pin
                WHERE device_pin.account_id = session.account_id AND device_pin.device_id = session.device_id),
            session.refresh_secret, session.refresh_generation, session.refreshed_at, session.refresh_expires_at,
            session.bound_key, EXISTS (
                SELECT FROM second_factor
                WHERE second_factor.account_id = session.account_id AND confirmed_at IS NOT NULL)
        FROM session WHERE session.session_id = \(session)
        """
    }

    init(_ id: UUIDBytes, _ row: Row) throws(PostgresError) {
        holder = TokenHolder(
            session: id, membership: try Membership(row), account: try row.uuid(3), hasPIN: try row.bool(7),
            locked: try row.bool(6), boundKey: try row.optionalBytes(12))
        hasSecondFactor = try row.bool(13)
        device = try row.text(4)
        isOver = try row.bool(5)
        secret = try row.bytes(8)
        generation = try row.int32(9)
        refreshedAt = try row.instant(10)
        expiresAt = try row.instant(11)
    }

    enum Use: Hashable {
        case rotate
        /// The refresh token is the second newest, and its grace period is not over: the answer with the newest token
        /// may have been lost. The newest token is returned again.
        case repeatChild
        /// The refresh token is older than the second newest, is the second newest after its grace period, or comes
        /// from a client with another device name. So another person may have a copy of it.
        case reused
        /// The refresh token is newer than every token that the database knows: the database was restored to an earlier
        /// state.
        case ahead
        case dead
    }

    /// Determines the permitted use of a refresh token that this server created.
    ///
    /// - Parameter device: the client's device name. It may be missing, but otherwise it must be the session's device
    ///   name for every use.
    func use(_ token: RefreshToken, from device: String?, at now: Instant) -> Use {
        if isOver || expiresAt <= now { return .dead }
        if token.generation > generation { return .ahead }
        if let device, device != self.device { return .reused }
        if token.generation == generation { return .rotate }
        let inGrace = now.seconds(since: refreshedAt) <= RefreshToken.grace
        return token.generation == generation - 1 && inGrace ? .repeatChild : .reused
    }

    /// A statement that rotates a session's refresh token. It returns a row if, since the session was read, the session
    /// has not ended and its newest token has not changed.
    func rotate(lacksSecondFactor: Bool, at now: Instant) -> Statement {
        """
        UPDATE session SET refresh_generation = \(generation + 1), refreshed_at = \(now),
            refresh_expires_at = \(now.adding(seconds: RefreshToken.lifetime)),
            lacks_second_factor = lacks_second_factor OR \(lacksSecondFactor)
        WHERE session_id = \(holder.session) AND refresh_generation = \(generation) AND ended_at IS NULL
        RETURNING session_id
        """
    }
}

extension Identity {
    /// Returns the next pair of tokens. If several calls use the same refresh token at the same time, on any loops and
    /// servers, one of them rotates it. The others detect that and return the same new refresh token.
    ///
    /// A copied token is detected before the proof is checked, so that a proof cannot hide a theft. A session is bound
    /// to a key only at login. A proof in the refresh of an unbound session has no effect.
    func refresh(
        _ text: String, device: String?, _ request: ProofRequest, at now: Instant
    ) async throws -> Tokens {
        guard let token = RefreshToken(text.utf8) else { throw IdentityRejection.invalidRefreshToken }
        var isProved = false
        // The refresh is tried again if another call has rotated the same refresh token first. The next attempt
        // finds the token as the second newest one and returns its successor. So two attempts would be enough.
        for _ in 0..<4 {
            let row = try await pool.perform(RefreshableSession.find(token.session, at: now), effect: .reads).first
            guard let row else { throw IdentityRejection.invalidRefreshToken }
            let session = try RefreshableSession(token.session, row)
            guard token.isGenuine(secret: session.secret, pepper: shared.pepper) else {
                throw IdentityRejection.invalidRefreshToken
            }
            let use = session.use(token, from: device, at: now)
            switch use {
            case .dead: throw IdentityRejection.invalidRefreshToken
            case .reused:
                try await end(token.session, reason: "refresh_reuse", at: now)
                throw IdentityRejection.invalidRefreshToken
            case .ahead:
                // The database was restored to an earlier state, and treats some used refresh tokens as unused. So no
                // token of this session is accepted any more.
                try await end(token.session, reason: "history_lost", at: now)
                throw IdentityRejection.invalidRefreshToken
            case .rotate, .repeatChild: break
            }
            if !isProved { try prove(session.holder.boundKey, by: request, at: now) }
            isProved = true
            if use == .rotate {
                // If the statement that rotates the refresh token changed no row, another call has rotated the token
                // first, or the session has ended. In the first case the presented token is now the second newest.
                let lacksFactor =
                    !session.hasSecondFactor && shared.rolesWithSecondFactor.contains(session.holder.membership.role)
                if try await pool.perform(session.rotate(lacksSecondFactor: lacksFactor, at: now)).isEmpty { continue }
            }
            let child = RefreshToken(
                session: token.session, generation: token.generation + 1, secret: session.secret, pepper: shared.pepper)
            return try await tokens(session.holder, child, at: now)
        }
        throw IdentityRejection.invalidRefreshToken
    }

    /// Checks the proof that the refresh or the logout of a session bound to `key` needs, and records that the proof
    /// was used.
    ///
    /// - Throws: `IdentityRejection.invalidProof` if the proof is missing, is for another request or by another key, or
    ///   was used before.
    func prove(_ key: [UInt8]?, by request: ProofRequest, at now: Instant) throws {
        guard let key else { return }
        guard let proof = try proof(request, at: now), proof.thumbprint == key else {
            throw IdentityRejection.invalidProof
        }
        try spend(proof, at: now)
    }
}
