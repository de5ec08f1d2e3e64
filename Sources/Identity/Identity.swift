import Identifiers
public import Endpoints
public import EventLoop
public import EventSourcing
public import Identifiers
public import PostgresClient

/// What all loops of a process share: secrets, the sessions met, the threads that hash.
public struct IdentityShared: Sendable {
    let pepper: Pepper
    let keyRing: KeyRing
    let sessions = SessionRegistry()
    let hashing: Hashing
    public let post: Post
    /// Who has to set up a second factor before anything else.
    let rolesWithSecondFactor: Set<Role>
    let spentProofs = SpentProofs()
    /// To be set before a request with a proof of possession can be answered.
    public let origins = OwnOrigins()

    /// - Parameters:
    ///   - folder: where the keys came from, and where changes of them are looked for; `nil`: they stay as they are.
    ///   - mail: mails what there is to mail; `nil`: nothing is mailed.
    ///   - rolesWithSecondFactor: who has to set up a second factor before anything else.
    ///   - hashingThreads: how many Argon2 hashes run at once; each takes 19 MiB.
    public init(
        pepper: Pepper, keys: SigningKeys, folder: KeyFolder? = nil, mail: MailProgram? = nil,
        rolesWithSecondFactor: Set<Role> = [],
        hashingThreads: Int
    ) throws {
        self.pepper = pepper
        post = Post(mail)
        self.rolesWithSecondFactor = rolesWithSecondFactor
        keyRing = KeyRing(keys, folder: folder)
        hashing = try Hashing(threads: hashingThreads)
    }

    /// Looks whether there are other signing keys by now. New tokens are signed with the newest; those of a key that is
    /// gone are refused from here on.
    ///
    /// - Returns: the keys' names, the one that signs last; `nil` where nothing has changed.
    /// - Throws: `KeyFolder.Unusable`; then everything stays as it is.
    public func reloadKeys() async throws -> [String]? { try await keyRing.reload() }

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
/// `@unchecked Sendable`: `verified` and `keysOfVerified` are touched only on `loop`; every entry point checks `loop.preconditionCurrent()`.
public final class Identity: @unchecked Sendable {
    /// How long an access token is good for, in seconds.
    public static let accessTokenLifetime: Int64 = 600

    let shared: IdentityShared
    let loop: EventLoop
    let pool: PostgresPool
    public let security: SecurityNotes
    let openAreas: OpenAreas
    static let verifiedCapacity = 10_000
    /// Tokens that this loop has verified; a verification costs 84 µs, a look-up a hundredth of one.
    var verified = VerifiedTokens(capacity: verifiedCapacity)
    /// Which of the process's changes of keys they were verified after.
    var keysOfVerified = 0

    /// Which areas of the mobile app a clinic has opened to a role.
    public typealias OpenAreas = @Sendable (UUIDBytes, Role) async throws -> [AppArea]

    public init(_ shared: IdentityShared, pool: PostgresPool, on loop: EventLoop, openAreas: @escaping OpenAreas) {
        self.shared = shared
        self.pool = pool
        self.openAreas = openAreas
        self.loop = loop
        security = SecurityNotes(on: loop, pool)
    }

    /// Lets go of sessions that have been over for long.
    public func forgetSessions(at now: Instant) async throws {
        _ = try await pool.perform(SessionStore.forget(at: now))
    }

    /// Writes down which sessions were used since the last time; the owner calls it every half minute or so, on one loop.
    public func flushLastSeen(at now: Instant) async throws {
        let used = shared.sessions.used(at: now)
        guard !used.isEmpty else { return }
        let rows = try await pool.perform(SessionStore.touch(used.map { ($0.record.session, $0.lastSeen) }))
        let written = try Set(rows.map { try $0.uuid(0) })
        for (record, lastSeen) in used where written.contains(record.session) { record.wasWritten(lastSeen) }
    }
}
