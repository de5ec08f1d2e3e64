import EventLoop
import PostgresClient
import SQL

/// Verifies the chains of a database: its events, the stored hashes, and the signed heads. The verification changes
/// nothing, and may run while servers run. The memory that it uses does not grow with the number of events or signed
/// heads.
///
/// The verification must run as the tables' owner.
package struct ChainVerification: Sendable {
    private let outside: OutsideHeads
    private let keys: ChainKeyRing
    private let headsInPage: Int
    private let progress: @Sendable (Int64, Int64) -> Void

    /// Creates a verification of a database. `run` performs it.
    ///
    /// - Parameters:
    ///   - outside: reads the signed heads that were kept outside of the database.
    ///   - keys: the public keys whose signatures are accepted.
    ///   - headsInPage: the number of signed heads in a page; a few pages are in memory.
    ///   - progress: receives the number of verified events and the number of all events.
    package init(
        outside: @escaping OutsideHeads, keys: ChainKeyRing, headsInPage: Int = HeadSorter.usualPage,
        progress: @escaping @Sendable (_ done: Int64, _ all: Int64) -> Void = { _, _ in }
    ) {
        self.outside = outside
        self.keys = keys
        self.headsInPage = headsInPage
        self.progress = progress
    }

    package func run(_ configuration: PostgresConfiguration, on loop: EventLoop) async throws -> ChainReport {
        // The outside folder is read before the snapshots are taken, since a head that is signed later may cover events
        // that the snapshots do not contain.
        let bound = try await loop.run {
            let sorter = HeadSorter(keys: keys, headsInPage: headsInPage)
            try sorter.addAll(outside)
            return LoopBound(sorter, on: loop)
        }
        return try await withSnapshots(configuration, on: loop) { hashes, events in
            let sorter = bound.value
            try await sorter.addStored(.events, from: hashes) { .heads(after: $0, $1, limit: $2) }
            var walk = try ChainWalk(
                ChainCheck(heads: sorter.sorted()), StoredHashes(hashes),
                feeds: await events.perform(.feedEnds, effect: .reads), progress)
            var reader = EventCopyReader()
            try await events.copyOut(.copyAllEvents) { piece in
                var frames: [EventFrame] = []
                try reader.read(piece) { frames.append($0) }
                for frame in frames { try await walk.take(frame) }
            }
            var report = try await walk.finish()
            report.unreadableLines = sorter.unreadableLines
            return report
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
