import EventLoop
public import Endpoints
public import EventSourcing
import Identifiers
import PostgresClient

/// What a bearer token turned out to be.
public enum Authentication: Hashable, Sendable {
    /// Who calls; `isLocked` where the PIN must be given first.
    case caller(Principal)
    /// Genuine, but its time is over: the client refreshes and repeats (O3).
    case expired
    /// Genuine, but its session has ended: the client signs in anew.
    case ended
    /// Not one of ours.
    case invalid
    /// Bound to a key, and the request brings no proof that the client has it.
    case invalidProof

    /// The 401 for all but a caller.
    public var problem: Problem? {
        switch self {
        case .caller: nil
        case .expired: .tokenExpired
        case .ended: .sessionEnded
        case .invalid: .unauthenticated
        case .invalidProof: .invalidProof
        }
    }
}

extension Identity {
    /// Answers from memory, without waiting and without allocating.
    ///
    /// - Parameter token: what follows `Bearer` in `Authorization`.
    /// - Returns: `nil` where memory does not suffice: then `authenticate` finds out.
    public func authenticateAtOnce(_ token: ArraySlice<UInt8>, at now: Instant) -> Authentication? {
        loop.preconditionCurrent()
        dropTokensOfOtherKeys()
        guard let token = verified.find(token) else { return nil }
        guard token.expiresAt > now else { return .expired }
        guard token.boundKey == nil else { return .invalidProof }
        return token.record.flatMap { token.answer($0.use(at: now)) }
    }

    /// Verifies the token and asks for its session, as far as memory does not know them.
    ///
    /// - Throws: `PostgresError`.
    public func authenticate(_ bytes: ArraySlice<UInt8>, at now: Instant) async throws -> Authentication {
        if let known = authenticateAtOnce(bytes, at: now) { return known }
        guard let token = await verifiedToken(bytes) else { return .invalid }
        guard token.boundKey == nil else { return .invalidProof }
        return try await standing(of: token, at: now)
    }

    /// What the token's session is at the moment, asked for as far as memory does not know it.
    func standing(of token: VerifiedToken, at now: Instant) async throws -> Authentication {
        guard token.expiresAt > now else { return .expired }
        guard let found = try await standing(of: token.principal.session, at: now) else { return .ended }
        guard token.isOf(found.holder) else { return .invalid }
        token.record = found.record
        return token.answer(found.standing) ?? .ended
    }

    /// Who has been let in already, and whose session may have changed since.
    ///
    /// - Throws: `PostgresError`.
    public func authenticate(again principal: Principal, at now: Instant) async throws -> Authentication {
        loop.preconditionCurrent()
        return try await standing(of: principal.session, at: now)?.standing.answer(principal) ?? .ended
    }

    /// How a session stands.
    private struct Found {
        let standing: SessionRecord.Standing
        let holder: SessionHolder
        /// `nil` where it is not to be kept.
        let record: SessionRecord?
    }

    /// - Returns: `nil` where there is no such session.
    private func standing(of session: UUIDBytes, at now: Instant) async throws -> Found? {
        let (known, changes) = shared.sessions.find(session)
        if let known {
            let standing = known.use(at: now)
            if standing != .outOfDate { return Found(standing: standing, holder: known.holder, record: known) }
        }
        let look = try await pool.perform(SessionStore.look(at: session, at: now))
        guard let row = look.last?.first else { return nil }
        let lastSeen = try row.instant(0)
        let isLocked = try row.bool(1)
        let standing: SessionRecord.Standing =
            try row.bool(2)
            ? .ended
            : isLocked
                ? .locked
                : row.bool(3) ? .compromised : row.bool(4) ? .unenrolled : row.bool(5) ? .background : .open
        let holder = try SessionHolder(row, from: 6)
        let record = SessionRecord(
            session, of: holder, standing, lastSeen: isLocked ? lastSeen : now, written: lastSeen)
        return Found(standing: standing, holder: holder, record: shared.sessions.keep(record, asOf: changes))
    }

    /// The token, if it is one of ours, whether its time is over or not.
    func verifiedToken(_ bytes: ArraySlice<UInt8>) async -> VerifiedToken? {
        loop.preconditionCurrent()
        dropTokensOfOtherKeys()
        if let known = verified.find(bytes) { return known }
        guard bytes.count <= 4096 else { return nil }
        let keys = shared.keyRing.change
        guard let claims = await shared.keyRing.verify(bytes), let token = VerifiedToken(bytes, claims) else {
            return nil
        }
        // Not where the key may have been retired meanwhile.
        dropTokensOfOtherKeys()
        if keys == keysOfVerified { verified.keep(token) }
        return token
    }

    /// What was verified with keys that have changed since has to be verified again.
    @inline(__always)
    private func dropTokensOfOtherKeys() {
        let change = shared.keyRing.change
        guard change != keysOfVerified else { return }
        keysOfVerified = change
        verified = VerifiedTokens(capacity: Self.verifiedCapacity)
    }
}

extension VerifiedToken {
    @inline(__always)
    func answer(_ standing: SessionRecord.Standing) -> Authentication? {
        switch standing {
        case .open: .caller(principal)
        case .locked: .caller(lockedPrincipal)
        case .compromised, .unenrolled, .background, .ended, .outOfDate: standing.answer(principal)
        }
    }
}

extension SessionRecord.Standing {
    /// What somebody is who was let in when their session was open; `nil` where nobody knows.
    fileprivate func answer(_ principal: Principal) -> Authentication? {
        func only(isLocked: Bool = false, _ restriction: Restriction? = nil) -> Authentication {
            .caller(
                Principal(
                    authenticatedIn: principal.clinic, account: principal.account, session: principal.session,
                    role: principal.role, subject: principal.subject, isLocked: isLocked, restriction: restriction,
                    isApp: principal.isApp))
        }
        return switch self {
        case .open: .caller(principal)
        case .locked: only(isLocked: true)
        case .compromised: only(.deviceCompromised)
        case .unenrolled: only(.secondFactorMissing)
        case .background: only(.background)
        case .ended: .ended
        case .outOfDate: nil
        }
    }
}
