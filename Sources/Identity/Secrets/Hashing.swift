import EventLoop
import Synchronization

/// Where passwords and PINs are hashed: on threads of their own, never on a loop.
final class Hashing: Sendable {
    private let workers: WorkerPool
    /// Compared with where there is nothing to compare with, so that an unknown e-mail takes as long as a wrong password.
    /// Of no secret that anybody knows: to make the hash up is quicker than to compute one.
    private let decoy: String
    private let count = Atomic<Int>(0)

    init(threads: Int) throws {
        // A hash takes 20–40 ms: who would wait longer than some seconds is told to come again.
        workers = try WorkerPool(threads: threads, queueLimit: 128 * threads, name: "hash")
        decoy = Argon2.encoded(randomBytes(Argon2.hashBytes), salt: randomBytes(Argon2.saltBytes))
    }

    var computed: Int { count.load(ordering: .relaxed) }

    func hash(_ secret: [UInt8]) async throws -> String {
        try await compute { () throws(Argon2.Failure) in
            try Argon2.hash(secret, salt: randomBytes(Argon2.saltBytes))
        }.get()
    }

    /// One hash, whatever there is to compare with.
    ///
    /// - Returns: false where there is nothing.
    /// - Throws: `Refusal.overloaded`; `Argon2.Failure` where that was not computed, which is not the client's doing.
    func verify(_ secret: [UInt8], against encoded: String?) async throws -> Bool {
        let wanted = encoded ?? decoy
        let isRight = try await compute { () throws(Argon2.Failure) in
            try Argon2.verify(secret, against: wanted)
        }.get()
        return isRight && encoded != nil
    }

    private func compute<T: Sendable>(
        _ work: @escaping @Sendable () throws(Argon2.Failure) -> T
    ) async throws(Refusal) -> Result<T, Argon2.Failure> {
        do {
            return try await workers.run { () -> Result<T, Argon2.Failure> in
                let result = Result(catching: work)
                if case .success = result { self.count.add(1, ordering: .relaxed) }
                return result
            }
        } catch { throw .overloaded }
    }
}
