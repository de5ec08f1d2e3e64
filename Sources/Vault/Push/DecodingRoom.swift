import Endpoints
import EventLoop
import Synchronization

/// Decodes pushes to vaults on a thread of its own, one after another, since a push may have 16 MiB. Up to 16 pushes
/// may wait; further pushes are refused at once.
public final class DecodingRoom: Sendable {
    /// The thread that decodes pushes starts with the first push, since the clients of many servers have no vault.
    private let pool = Mutex<WorkerPool?>(nil)
    private static let mostWaiting = 16

    public init() {}

    /// Decodes a push to a vault, checks its blobs, and divides them into chunks.
    ///
    /// - Throws: 400 for a malformed push; 503 if too many pushes wait.
    func chunks(of push: LargeBody<SyncPush>) async throws -> [[CheckedBlob]] {
        let pool = try pool.withLock { pool in
            if let pool { return pool }
            let started = try WorkerPool(threads: 1, queueLimit: Self.mostWaiting, name: "vault")
            pool = started
            return started
        }
        do {
            return try await pool.run {
                Result { () throws(Problem) in CheckedBlob.chunks(try push.decoded().blobs.map { CheckedBlob($0) }) }
            }.get()
        } catch is WorkerPoolFull { throw Problem.unavailable() }
    }
}
