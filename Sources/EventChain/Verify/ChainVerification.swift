import EventLoop
import PostgresClient
import SQL

/// Verifies the chains of a database: its events, the stored hashes, and the signed heads. It changes nothing, needs
/// little memory, and may run while servers run.
///
/// It must run as the tables' owner.
package struct ChainVerification: Sendable {
    private let heads: [SignedHead]
    private let keys: ChainKeyRing
    private let progress: @Sendable (Int64, Int64) -> Void

    /// Creates a verification of a database. `run` performs it.
    ///
    /// - Parameters:
    ///   - heads: the signed heads that were kept outside of the database.
    ///   - progress: receives the number of verified events and the number of all events.
    package init(
        heads: [SignedHead], keys: ChainKeyRing,
        progress: @escaping @Sendable (_ done: Int64, _ all: Int64) -> Void = { _, _ in }
    ) {
        self.heads = heads
        self.keys = keys
        self.progress = progress
    }

    package func run(_ configuration: PostgresConfiguration, on loop: EventLoop) async throws -> ChainReport {
        try await withSnapshots(configuration, on: loop) { hashes, events in
            let kept = try await hashes.perform(.allHeads, effect: .reads).map { row throws(PostgresError) in
                try SignedHead(row)
            }
            var walk = try ChainWalk(
                ChainCheck(heads: heads + kept, keys: keys), StoredHashes(hashes),
                feeds: await events.perform(.feedEnds, effect: .reads), progress)
            var reader = EventCopyReader()
            try await events.copyOut(.copyAllEvents) { piece in
                var frames: [EventFrame] = []
                try reader.read(piece) { frames.append($0) }
                for frame in frames { try await walk.take(frame) }
            }
            return try await walk.finish()
        }
    }
}

/// Opens two connections, each in a transaction with one snapshot. The snapshot for events was taken later than the one
/// for hashes. So a hash without an event cannot belong to an event that was appended between the snapshots.
func withSnapshots<T: Sendable>(
    _ configuration: PostgresConfiguration, on loop: EventLoop,
    _ body: @escaping @Sendable (_ hashes: PostgresConnection, _ events: PostgresConnection) async throws -> T
) async throws -> T {
    var patient = configuration
    patient.statementTimeout = .zero
    patient.idleInTransactionTimeout = .zero
    patient.deadline = .seconds(86_400)
    let settings = patient
    return try await loop.run {
        let hashes = try await PostgresConnection.connect(settings, on: loop)
        defer { hashes.close() }
        let events = try await PostgresConnection.connect(settings, on: loop)
        defer { events.close() }
        for connection in [hashes, events] {
            _ = try await connection.perform(
                ["BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", "SELECT FROM clinic_feed LIMIT 1"], effect: .reads)
        }
        return try await body(hashes, events)
    }
}
