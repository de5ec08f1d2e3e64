import EventSourcing
import Identifiers
import PostgresClient
import SQL

/// A session as a refresh finds it.
struct RefreshableSession: Sendable {
    let holder: TokenHolder
    let device: String
    /// It has ended, or its account is no longer what it was in the clinic.
    let isOver: Bool
    let secret: [UInt8]
    let generation: Int32
    let refreshedAt: Instant
    let expiresAt: Instant
    let hasSecondFactor: Bool

    static func find(_ session: UUIDBytes, at now: Instant) -> Statement {
        """
        SELECT session.clinic_id, session.role, session.subject_id, session.account_id, session.device_id,
            session.ended_at IS NOT NULL OR NOT EXISTS (
                SELECT FROM membership
                WHERE membership.clinic_id = session.clinic_id AND membership.account_id = session.account_id
                    AND membership.role = session.role AND membership.ended_at IS NULL
                    AND NOT membership.awaits_owner),
            session.locked_at IS NOT NULL OR session.last_seen_at < \(now.adding(seconds: -SessionRegistry.idleLimit)),
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
        /// The answer to the same token before may have got lost.
        case repeatChild
        /// A copy in somebody else's hands.
        case reused
        case dead
    }

    /// What a genuine token of the session may do now.
    ///
    /// - Parameter device: what the client says its device is. A copy that is used elsewhere gives itself away.
    func use(_ token: RefreshToken, from device: String?, at now: Instant) -> Use {
        if isOver || expiresAt <= now { return .dead }
        if token.generation == generation { return device == nil || device == self.device ? .rotate : .reused }
        let sameDevice = (device ?? Identity.device(of: holder.session)) == self.device
        let inGrace = now.seconds(since: refreshedAt) <= RefreshToken.grace
        return token.generation == generation - 1 && inGrace && sameDevice ? .repeatChild : .reused
    }

    /// Answers with a row if the session's newest token is still the one that was seen.
    ///
    /// - Parameter key: what the session is bound to from now on, where it is to nothing yet.
    func rotate(bindingTo key: [UInt8]?, lacksSecondFactor: Bool, at now: Instant) -> Statement {
        """
        UPDATE session SET refresh_generation = \(generation + 1), refreshed_at = \(now),
            refresh_expires_at = \(now.adding(seconds: RefreshToken.lifetime)),
            bound_key = coalesce(bound_key, \(key)), lacks_second_factor = lacks_second_factor OR \(lacksSecondFactor)
        WHERE session_id = \(holder.session) AND refresh_generation = \(generation) AND ended_at IS NULL
        RETURNING session_id
        """
    }
}

extension Identity {
    /// The next pair of tokens. Of several calls with one token, on whatever loop or node, one rotates and the others
    /// find that it did and give the same.
    func refresh(
        _ text: String, device: String?, _ proof: ProofRequest, at now: Instant
    ) async throws -> Tokens {
        let proof = try self.proof(proof, at: now)
        var isSpent = false
        guard let token = RefreshToken(text.utf8) else { throw Refusal.invalidRefreshToken }
        // Each further look is because another call has just rotated, which it does once for a token.
        for _ in 0..<4 {
            let row = try await pool.perform(RefreshableSession.find(token.session, at: now), effect: .reads).first
            guard let row else { throw Refusal.invalidRefreshToken }
            let session = try RefreshableSession(token.session, row)
            guard token.isGenuine(secret: session.secret, pepper: shared.pepper) else {
                throw Refusal.invalidRefreshToken
            }
            if let bound = session.holder.boundKey, bound != proof?.thumbprint { throw Refusal.invalidProof }
            if !isSpent { try spend(proof, at: now) }
            isSpent = true
            var holder = session.holder
            switch session.use(token, from: device, at: now) {
            case .dead: throw Refusal.invalidRefreshToken
            case .reused:
                try await end(token.session, reason: "refresh_reuse", at: now)
                throw Refusal.invalidRefreshToken
            case .rotate:
                // Somebody was faster: then this token is the newest but one by now, or the session is over.
                let lacksFactor =
                    !session.hasSecondFactor && shared.rolesWithSecondFactor.contains(holder.membership.role)
                let rotate = session.rotate(bindingTo: proof?.thumbprint, lacksSecondFactor: lacksFactor, at: now)
                if try await pool.perform(rotate).isEmpty { continue }
                holder.boundKey = holder.boundKey ?? proof?.thumbprint
            case .repeatChild: break
            }
            let child = RefreshToken(
                session: token.session, generation: token.generation + 1, secret: session.secret, pepper: shared.pepper)
            return try await tokens(holder, child, at: now)
        }
        throw Refusal.invalidRefreshToken
    }
}
