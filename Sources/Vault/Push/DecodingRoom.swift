import Endpoints
import EventLoop

/// Decodes pushes to vaults on a thread of its own, one after another, since a push may have 16 MiB. Up to 16 pushes
/// may wait; further pushes are refused at once.
public final class DecodingRoom: Sendable {
    private let worker = LateWorker(queueLimit: 16, name: "vault")

    public init() {}

    /// Decodes a push to a vault, checks its blobs, and divides them into chunks.
    ///
    /// - Throws: 400 for a malformed push; 503 if too many pushes wait.
    func chunks(of push: LargeBody<SyncPush>) async throws -> [[CheckedBlob]] {
        do {
            return try await worker.run {
                Result { () throws(Problem) in CheckedBlob.chunks(try push.decoded().blobs.map { CheckedBlob($0) }) }
            }.get()
        } catch is WorkerPoolFull { throw Problem.unavailable() }
    }

    /// Refuses further pushes, and ends the thread when the waiting pushes are decoded.
    public func close() { worker.close() }
}
