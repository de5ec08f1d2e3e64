import EventLoop
import Identifiers
import PostgresClient
import SQL

/// Verifies the chains of a database: its events, the stored hashes, and the signed heads. Changes nothing, needs
/// little memory, and may run beside a server.
///
/// Must run as the tables' owner.
package struct ChainVerification: Sendable {
    private let heads: [SignedHead]
    private let keys: ChainKeyRing
    private let progress: @Sendable (Int64, Int64) -> Void

    /// - Parameters:
    ///   - heads: those that were kept outside of the database.
    ///   - progress: events done, events in all.
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

/// Two connections, each in a transaction with one snapshot. The second sees everything that the first sees, and
/// perhaps more. So hashes without events are not simply newer ones.
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

/// A check, with the data of the database's other tables.
private struct ChainWalk {
    private var check: ChainCheck
    private let hashes: StoredHashes
    private var feeds: [UUIDBytes: Int64] = [:]
    private let all: Int64
    private var done: Int64 = 0
    private let progress: (Int64, Int64) -> Void

    init(_ check: ChainCheck, _ hashes: StoredHashes, feeds: Rows, _ progress: @escaping (Int64, Int64) -> Void) throws
    {
        self.check = check
        self.hashes = hashes
        for row in feeds { self.feeds[try row.uuid(0)] = try row.int64(1) }
        all = self.feeds.values.reduce(0, +)
        self.progress = progress
    }

    mutating func take(_ event: EventFrame) async throws {
        if check.place?.clinic != event.clinic {
            try await leave()
            // Clinics that have no events left.
            while let clinic = try await hashes.clinic(), clinic < event.clinic { try await look(at: clinic) }
            check.begin(event.clinic)
        }
        var before: ChainHash?
        if let place = check.place, place.position < event.position {
            before = try await hashes.hash(event.clinic, event.position - 1)
        }
        check.event(event, stored: try await hashes.hash(event.clinic, event.position), before: before)
        done += 1
        if done % 10_000 == 0 { progress(done, max(all, done)) }
    }

    mutating func finish() async throws -> ChainReport {
        try await leave()
        while let clinic = try await hashes.clinic() { try await look(at: clinic) }
        for (clinic, _) in feeds.sorted(by: { $0.key < $1.key }) { try await look(at: clinic) }
        check.finishAll()
        progress(done, done)
        return check.report
    }

    private mutating func look(at clinic: UUIDBytes) async throws {
        check.begin(clinic)
        try await leave()
    }

    private mutating func leave() async throws {
        guard let clinic = check.place?.clinic else { return }
        check.finish(feedEnd: feeds.removeValue(forKey: clinic) ?? 0, chainEnd: try await hashes.end(of: clinic))
    }
}
