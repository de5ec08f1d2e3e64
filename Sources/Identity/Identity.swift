public import EventLoop
public import PostgresClient
import SQL

/// What all loops of a process share: secrets, the sessions met, the hashing pool.
public struct IdentityShared: Sendable {
    let pepper: Pepper
    public let keys: SigningKeys
    let sessions = SessionRegistry()
    let hashing: WorkerPool
    /// Hashed when there is no account, so that an unknown e-mail takes as long as a wrong password.
    let decoyHash: String

    /// - Parameter hashingThreads: how many Argon2 hashes run at once; each takes 19 MiB.
    public init(pepper: Pepper, keys: SigningKeys, hashingThreads: Int) throws {
        self.pepper = pepper
        self.keys = keys
        hashing = WorkerPool(threads: hashingThreads, queueLimit: 1024)
        decoyHash = try Argon2.hash(randomBytes(32), salt: randomBytes(Argon2.saltBytes))
    }
}

/// Accounts, sessions, PINs and devices, as one loop serves them.
///
/// Touched only on `loop`; the pool checks that.
public final class Identity: @unchecked Sendable {
    /// How long an access token is good for, in seconds.
    public static let accessTokenLifetime: Int64 = 600

    let shared: IdentityShared
    let loop: EventLoop
    let pool: PostgresPool
    /// Tokens that this loop has verified; a verification costs 84 µs, a look-up one.
    var verified = VerifiedTokens(capacity: 10_000)

    public init(_ shared: IdentityShared, pool: PostgresPool, on loop: EventLoop) {
        self.shared = shared
        self.pool = pool
        self.loop = loop
    }

    /// One hash, off the loop.
    func hash(_ secret: [UInt8]) async throws -> String {
        let result = try await offLoop { Result { try Argon2.hash(secret, salt: randomBytes(Argon2.saltBytes)) } }
        return try result.get()
    }

    func verify(_ secret: [UInt8], against encoded: String) async throws(Refusal) -> Bool {
        try await offLoop { Argon2.verify(secret, against: encoded) }
    }

    private func offLoop<T: Sendable>(_ work: @escaping @Sendable () -> T) async throws(Refusal) -> T {
        do { return try await shared.hashing.run(work) } catch { throw .overloaded }
    }

    /// Several statements that hold together: rolled back when `body` throws.
    func transaction<T: Sendable>(_ body: (PostgresConnection) async throws -> T) async throws -> T {
        try await pool.withConnection { connection in
            _ = try await connection.perform(["BEGIN"])
            do {
                let result = try await body(connection)
                _ = try await connection.perform(["COMMIT"])
                return result
            } catch {
                _ = try? await connection.perform(["ROLLBACK"])
                throw error
            }
        }
    }
}
