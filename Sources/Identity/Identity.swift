import Identifiers
public import Endpoints
public import EventLoop
public import EventSourcing
public import Identifiers
public import PostgresClient

/// The state for accounts and sessions that all loops of a process share: secrets, cached sessions, and the threads
/// that compute hashes.
public struct IdentityShared: Sendable {
    let pepper: Pepper
    let keyRing: KeyRing
    let sessions = SessionRegistry()
    let hearers = SessionHearers()
    let hashing: Hashing
    public let post: Post
    /// The pages that links open; `nil` if this server knows none.
    let links: AppLinks?
    /// The roles whose accounts must set up a second factor before they can use the clinic's endpoints.
    let rolesWithSecondFactor: Set<Role>
    let spentProofs = SpentProofs()
    /// The origins of this server. They must be set before a request with a proof of possession can be answered.
    public let origins = OwnOrigins()

    /// Creates the state for accounts and sessions that all loops of a process share.
    ///
    /// - Parameters:
    ///   - folder: the folder that the signing keys were read from and that is checked for changes; `nil` if the
    ///     signing keys never change.
    ///   - mail: the program that sends mails; `nil` if none are sent.
    ///   - links: the pages that links open; `nil` for those of the mail program, if there is one.
    ///   - rolesWithSecondFactor: the roles that must set up a second factor before anything else.
    ///   - hashingThreads: the number of Argon2 hashes that are computed at the same time. Each needs 19 MiB.
    public init(
        pepper: Pepper, keys: SigningKeys, folder: KeyFolder? = nil, mail: MailProgram? = nil,
        links: AppLinks? = nil,
        rolesWithSecondFactor: Set<Role> = [],
        hashingThreads: Int
    ) throws {
        self.pepper = pepper
        post = Post(mail)
        self.links = links ?? mail?.links
        self.rolesWithSecondFactor = rolesWithSecondFactor
        keyRing = KeyRing(keys, folder: folder)
        hashing = try Hashing(threads: hashingThreads)
    }

    /// Reloads the signing keys. New access tokens are signed with the newest key. Access tokens that were signed with
    /// a removed key are refused from now on.
    ///
    /// - Returns: the keys' names, the signing key last; `nil` if nothing has changed.
    /// - Throws: `KeyFolder.Unusable`. The keys do not change then.
    public func reloadKeys() async throws -> [String]? { try await keyRing.reload() }

    /// Ends the threads that hash, read keys and send mail, when the work that waits for them is done. Further work is
    /// refused.
    public func close() {
        hashing.close()
        keyRing.close()
        post.close()
    }

    /// The number of Argon2 hashes computed since the start.
    package var hashesComputed: Int { hashing.computed }
}

/// The functions for accounts, sessions, PINs and devices, for the requests of one loop.
public final class Identity {
    /// The lifetime of an access token in seconds.
    public static let accessTokenLifetime: Int64 = 600

    let shared: IdentityShared
    let loop: EventLoop
    let pool: PostgresPool
    public let security: SecurityNotes
    let openAreas: OpenAreas
    static let verifiedCapacity = 10_000
    /// The access tokens that this loop has verified. Verifying an access token takes 84 µs. Finding it in this cache
    /// takes a hundredth of that.
    var verified = VerifiedTokens(capacity: verifiedCapacity)
    /// The number of changes of the signing keys up to the time at which the cached access tokens were verified. If the
    /// keys have changed since, these tokens are dropped.
    var keysOfVerified = 0

    /// A function that returns the areas of the mobile app that a clinic has opened to a role.
    public typealias OpenAreas = (UUIDBytes, Role) async throws -> [AppArea]

    public init(_ shared: IdentityShared, pool: PostgresPool, on loop: EventLoop, openAreas: @escaping OpenAreas) {
        self.shared = shared
        self.pool = pool
        self.openAreas = openAreas
        self.loop = loop
        security = SecurityNotes(on: loop, pool)
    }

    /// Deletes the rows of sessions that ended longer ago than `SessionStore.daysKept`, and the rows of paired clients
    /// and pairing codes that ended more than 90 days ago.
    public func forgetSessions(at now: Instant) async throws {
        _ = try await pool.perform(SessionStore.forget(at: now))
        try await forgetPairedClients(at: now)
    }

    /// Stores the time of the last use of each cached session, if the database does not have it yet. One loop calls
    /// this about every half minute.
    public func flushLastSeen(at now: Instant) async throws {
        let used = shared.sessions.used(at: now)
        guard !used.isEmpty else { return }
        let rows = try await pool.perform(SessionStore.touch(used.map { ($0.record.session, $0.lastSeen) }))
        let written = try Set(rows.map { try $0.uuid(0) })
        for (record, lastSeen) in used where written.contains(record.session) { record.wasWritten(lastSeen) }
    }
}
