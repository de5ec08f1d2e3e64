import EventLoop
public import Endpoints
public import EventSourcing
public import Identifiers
import PostgresClient

/// The result of checking a bearer token.
public enum Authentication: Hashable, Sendable {
    /// The access token is valid, and its session is open. The principal has `isLocked` if the session is locked and
    /// must be unlocked first.
    case caller(Principal)
    /// The access token is genuine but expired. The client should refresh it and repeat the request.
    case expired
    /// The access token is genuine, but its session has ended. The client should sign in again.
    case ended
    /// The access token was not issued by this server, or does not agree with its session.
    case invalid
    /// The access token is bound to a key, and the request has no valid proof by that key.
    case invalidProof

    /// The problem with status 401 that answers a request whose bearer token was not accepted; `nil` for `caller`.
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
    /// Authenticates an access token from the cache, without waiting and without allocating.
    ///
    /// - Parameter token: the text after `Bearer` in `Authorization`.
    /// - Returns: `nil` if the cache is not enough and `authenticate` must be called.
    public func authenticateAtOnce(_ token: ArraySlice<UInt8>, at now: Instant) -> Authentication? {
        loop.preconditionCurrent()
        dropTokensOfOtherKeys()
        guard !shared.sessions.hearing.isLost, let token = verified.find(token) else { return nil }
        guard token.expiresAt > now else { return .expired }
        guard token.boundKey == nil else { return .invalidProof }
        return token.record.flatMap { token.answer($0.use(at: now)) }
    }

    /// Verifies an access token and reads its session, unless they are cached. A token that is bound to a key gives
    /// `invalidProof`, since this function checks no proof.
    ///
    /// - Throws: `PostgresError`.
    public func authenticate(_ bytes: ArraySlice<UInt8>, at now: Instant) async throws -> Authentication {
        if let known = authenticateAtOnce(bytes, at: now) { return known }
        guard let token = await verifiedToken(bytes) else { return .invalid }
        guard token.boundKey == nil else { return .invalidProof }
        return try await standing(of: token, at: now)
    }

    /// The result of authentication for a verified token, by the present state of its session. The state is read from
    /// the database if it is not cached.
    func standing(of token: VerifiedToken, at now: Instant) async throws -> Authentication {
        guard token.expiresAt > now else { return .expired }
        guard let found = try await standing(of: token.principal.session, at: now) else { return .ended }
        guard token.isOf(found.holder) else { return .invalid }
        token.record = found.record
        return token.answer(found.standing) ?? .ended
    }

    /// Authenticates the caller of a request again, because the session may have changed since the request arrived.
    ///
    /// - Throws: `PostgresError`.
    public func authenticate(again principal: Principal, at now: Instant) async throws -> Authentication {
        loop.preconditionCurrent()
        return try await standing(of: principal.session, at: now)?.standing.answer(principal) ?? .ended
    }

    /// Authenticates the session of a signed link, as its holder's access token would.
    ///
    /// - Throws: `PostgresError`.
    public func authenticate(session: UUIDBytes, at now: Instant) async throws -> Authentication {
        guard let found = try await standing(of: session, at: now) else { return .ended }
        let (holder, membership) = (found.holder, found.holder.membership)
        return found.standing.answer(
            Principal(
                authenticatedIn: membership.clinic, account: holder.account, session: session, role: membership.role,
                subject: membership.subject, isApp: holder.isApp)) ?? .ended
    }

    /// A session as it was found in the cache or in the database.
    private struct Found {
        let standing: SessionRecord.Standing
        let holder: SessionHolder
        /// The session's record, which the cache of verified tokens may keep; `nil` if the session must not be cached.
        let record: SessionRecord?
    }

    /// Reads the state of a session.
    ///
    /// - Returns: `nil` if the session does not exist.
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

    /// The verified token, expired or not; `nil` if this server did not issue it.
    func verifiedToken(_ bytes: ArraySlice<UInt8>) async -> VerifiedToken? {
        loop.preconditionCurrent()
        dropTokensOfOtherKeys()
        if let known = verified.find(bytes) { return known }
        guard bytes.count <= 4096 else { return nil }
        let keys = shared.keyRing.change
        guard let claims = await shared.keyRing.verify(bytes), let token = VerifiedToken(bytes, claims) else {
            return nil
        }
        // The verified token is not cached if the signing keys have changed since the verification began, because its
        // key may have been retired.
        dropTokensOfOtherKeys()
        if keys == keysOfVerified { verified.keep(token) }
        return token
    }

    /// Drops cached access tokens that were verified with keys that have changed since.
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
    /// The result for a caller who was authenticated before, by the present state of the session; `nil` if the session
    /// must be read from the database.
    func answer(_ principal: Principal) -> Authentication? {
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
