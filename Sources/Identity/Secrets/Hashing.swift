import EventLoop
import Synchronization

/// Where passwords and PINs are hashed: on threads of their own, never on a loop.
final class Hashing: Sendable {
    private let workers: WorkerPool
    /// Compared with where there is nothing to compare with, so that an unknown e-mail takes as long as a wrong password.
    private let decoy: String
    private let count = Atomic<Int>(0)

    init(threads: Int) throws {
        // A hash takes 20–40 ms: who would wait longer than some seconds is told to come again.
        workers = try WorkerPool(threads: threads, queueLimit: 128 * threads, name: "hash")
        decoy = try Argon2.hash(randomBytes(32), salt: randomBytes(Argon2.saltBytes))
    }

    var computed: Int { count.load(ordering: .relaxed) }

    func hash(_ secret: [UInt8]) async throws -> String {
        count.add(1, ordering: .relaxed)
        return try await run { Result { try Argon2.hash(secret, salt: randomBytes(Argon2.saltBytes)) } }.get()
    }

    /// One hash, whatever there is to compare with.
    ///
    /// - Returns: false where there is nothing.
    func verify(_ secret: [UInt8], against encoded: String?) async throws(Refusal) -> Bool {
        count.add(1, ordering: .relaxed)
        let wanted = encoded ?? decoy
        return try await run { Argon2.verify(secret, against: wanted) } && encoded != nil
    }

    private func run<T: Sendable>(_ work: @escaping @Sendable () -> T) async throws(Refusal) -> T {
        do { return try await workers.run(work) } catch { throw .overloaded }
    }
}
