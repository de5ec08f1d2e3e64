import Identifiers
public import EventLoop
public import EventSourcing
public import PostgresClient

/// What all loops of a process share: secrets, the sessions met, the threads that hash.
public struct IdentityShared: Sendable {
    let pepper: Pepper
    public let keys: SigningKeys
    let sessions = SessionRegistry()
    let hashing: Hashing

    /// - Parameter hashingThreads: how many Argon2 hashes run at once; each takes 19 MiB.
    public init(pepper: Pepper, keys: SigningKeys, hashingThreads: Int) throws {
        self.pepper = pepper
        self.keys = keys
        hashing = try Hashing(threads: hashingThreads)
    }

    /// PostgreSQL's channel on which changes of sessions are told.
    public static let channel: StaticString = "session"

    /// Another process, or this one, has changed this session.
    ///
    /// - Parameter payload: what the notification brought: the session's id.
    public func sessionsChanged(_ payload: String) {
        for id in payload.split(separator: ",") { if let id = UUIDBytes(id) { sessions.forget(id) } }
    }

    /// Somebody listens from now on, or nobody does. While nobody does, every request asks PostgreSQL for its session.
    public func listens(_ isListening: Bool) { sessions.listens(isListening) }

    /// How many hashes were computed since the start.
    package var hashesComputed: Int { hashing.computed }
}

/// Accounts, sessions, PINs and devices, as one loop serves them.
///
/// `@unchecked Sendable`: `verified` is touched only on `loop`; every entry point checks `loop.preconditionCurrent()`.
public final class Identity: @unchecked Sendable {
    /// How long an access token is good for, in seconds.
    public static let accessTokenLifetime: Int64 = 600

    let shared: IdentityShared
    let loop: EventLoop
    let pool: PostgresPool
    /// Tokens that this loop has verified; a verification costs 84 µs, a look-up a hundredth of one.
    var verified = VerifiedTokens(capacity: 10_000)

    public init(_ shared: IdentityShared, pool: PostgresPool, on loop: EventLoop) {
        self.shared = shared
        self.pool = pool
        self.loop = loop
    }

    /// Writes down which sessions were used since the last time; the owner calls it every half minute or so, on one loop.
    public func flushLastSeen(at now: Instant) async throws {
        let used = shared.sessions.used(at: now)
        guard !used.isEmpty else { return }
        _ = try await pool.perform(SessionStore.touch(used.map { ($0.record.session, $0.lastSeen) }))
        for (record, lastSeen) in used { record.wasWritten(lastSeen) }
    }
}
