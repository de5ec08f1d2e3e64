import EventLoop
import EventSourcing
import PostgresClient
import SQL

/// The chainer signs the ends of the clinics' hash chains.
extension Chainer {
    /// Signs the chains that have grown by at least `growth` events since their last signature. Does nothing if this
    /// process does not hold the lock for chaining.
    ///
    /// - Parameters:
    ///   - growth: the minimum number of new events; 0 signs all chains.
    ///   - write: stores the signed heads outside of the database. They are recorded in the database only after `write`
    ///     has succeeded.
    /// - Throws: the error of `write` or of the database; the next call signs the ends of the chains again.
    package func sign(
        with signer: ChainSigner, at now: Instant, growth: Int64 = 1,
        write: @Sendable ([SignedHead]) async throws -> Void
    ) async throws {
        loop.preconditionCurrent()
        guard hasLock, let connection else { return }
        let grown = ends.filter { $0.value.position - (signed[$0.key] ?? 0) >= growth }.sorted { $0.key < $1.key }
        guard !grown.isEmpty else { return }
        let heads = try grown.map { clinic, end in try signer.sign(end, of: clinic, at: now) }
        try await write(heads)
        do { _ = try await connection.perform(.insertHeads(heads)) } catch {
            close()
            throw error
        }
        for head in heads { signed[head.clinic] = head.position }
    }

    /// Signs the chains that have grown since their last signature, but does not record the signed heads in the
    /// database. Does nothing if this process does not hold the lock for chaining.
    package func signOutside(
        with signer: ChainSigner, at now: Instant, write: @Sendable ([SignedHead]) async throws -> Void
    ) async throws {
        loop.preconditionCurrent()
        guard hasLock else { return }
        let grown = ends.filter { clinic, end in
            end.position > max(signed[clinic] ?? 0, signedOutside[clinic] ?? 0)
        }
        guard !grown.isEmpty else { return }
        try await write(
            grown.sorted { $0.key < $1.key }.map { clinic, end in try signer.sign(end, of: clinic, at: now) })
        for (clinic, end) in grown { signedOutside[clinic] = end.position }
    }

    /// Runs a statement if this process holds the lock for chaining; otherwise returns `nil`.
    package func ask(_ statement: Statement, effect: Effect = .reads) async throws -> Rows? {
        loop.preconditionCurrent()
        guard hasLock, let connection else { return nil }
        do { return try await connection.perform(statement, effect: effect) } catch {
            close()
            throw error
        }
    }
}
