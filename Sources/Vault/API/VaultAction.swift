import EventLoop
public import EventSourcing
import JSON

/// The action of an endpoint of the vault, which the server performs on the request's loop.
public struct VaultAction: Sendable {
    private let work: @Sendable (Vault, Instant) async throws -> [UInt8]

    init(_ work: @escaping @Sendable (Vault, Instant) async throws -> [UInt8]) { self.work = work }

    /// Performs the action of an endpoint of the vault.
    ///
    /// - Returns: the answer's body as JSON; empty for an answer 204.
    /// - Throws: a `Problem` for a rejection; otherwise a `PostgresError`.
    public func perform(by vault: Vault, at now: Instant) async throws -> [UInt8] {
        vault.loop.preconditionCurrent()
        return try await work(vault, now)
    }
}
