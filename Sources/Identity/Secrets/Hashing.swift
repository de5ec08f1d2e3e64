import EventLoop
import Synchronization

/// Hashes passwords and PINs on separate threads, never on a loop. Callers take turns fairly.
final class Hashing: Sendable {
    private typealias Waiter = CheckedContinuation<Bool, Never>

    private struct State {
        var running = 0
        var line: HashingLine<Waiter>
    }

    private let workers: WorkerPool
    /// The maximum number of hashes that threads compute or have queued. It is two per thread, so that a thread which
    /// has finished one hash can begin the next one at once.
    private let underWay: Int
    private let state: Mutex<State>
    /// The hash that is compared if no hash is stored, so that an unknown e-mail address takes as long as a wrong
    /// password. It consists of random bytes, since that is faster than computing a hash, and no secret with this hash
    /// is known.
    private let decoy: String
    private let count = Atomic<Int>(0)

    init(threads: Int) throws {
        underWay = 2 * threads
        workers = try WorkerPool(threads: threads, queueLimit: threads, name: "hash")
        // Hashing a password or PIN takes 20–40 ms. The queue is limited, so that callers who would have to wait for
        // several seconds are refused.
        state = Mutex(State(line: HashingLine(roomForEach: 128 * threads)))
        decoy = Argon2.encoded(randomBytes(Argon2.hashBytes), salt: randomBytes(Argon2.saltBytes))
    }

    var computed: Int { count.load(ordering: .relaxed) }

    /// The number of callers that wait for a hashing thread.
    var waiting: Int { state.withLock { $0.line.count } }

    func close() { workers.close() }

    func hash(_ secret: [UInt8], for hasher: Hasher) async throws -> String {
        try await compute(for: hasher) { () throws(Argon2.Failure) in
            try Argon2.hash(secret, salt: randomBytes(Argon2.saltBytes))
        }.get()
    }

    /// Compares a secret with a stored hash. It computes one hash even if no hash is stored.
    ///
    /// - Returns: whether the secret is correct; false if no hash is stored.
    /// - Throws: `IdentityRejection.overloaded`, or `Argon2.Failure` if the hash cannot be computed, which is not an
    ///   error of the client.
    func verify(_ secret: [UInt8], against encoded: String?, for hasher: Hasher) async throws -> Bool {
        let wanted = encoded ?? decoy
        let isRight = try await compute(for: hasher) { () throws(Argon2.Failure) in
            try Argon2.verify(secret, against: wanted)
        }.get()
        return isRight && encoded != nil
    }

    private func compute<T: Sendable>(
        for hasher: Hasher, _ work: @escaping @Sendable () throws(Argon2.Failure) -> T
    ) async throws(IdentityRejection) -> Result<T, Argon2.Failure> {
        guard await enter(hasher) else { throw .overloaded }
        defer { leave() }
        do {
            return try await workers.run { () -> Result<T, Argon2.Failure> in
                let result = Result(catching: work)
                if case .success = result { self.count.add(1, ordering: .relaxed) }
                return result
            }
        } catch { throw .overloaded }
    }

    /// Waits for a thread that can compute a hash.
    ///
    /// - Returns: false if this caller is refused because the queue is full.
    private func enter(_ hasher: Hasher) async -> Bool {
        await withCheckedContinuation { (waiter: Waiter) in
            let (ended, isIn) = state.withLock { state -> (Waiter?, Bool) in
                guard state.running >= underWay else {
                    state.running += 1
                    return (waiter, true)
                }
                return (state.line.append(waiter, for: hasher), false)
            }
            ended?.resume(returning: isIn)
        }
    }

    private func leave() {
        let next = state.withLock { state -> Waiter? in
            guard let next = state.line.popFirst() else {
                state.running -= 1
                return nil
            }
            return next
        }
        next?.resume(returning: true)
    }
}
