public import EventLoop
public import EventSourcing
import Identifiers
public import PostgresClient
import SQL

/// Makes every read model anew from the events, in one transaction: readers see the old documents or the new.
///
/// Appends wait meanwhile. To be run as the tables' owner.
public struct Rebuild<Event: DomainEvent>: Sendable {
    private let projections: [AnyProjection<Event>]
    private let keys: PersonalKeys
    private let progress: @Sendable (OfflineProgress) -> Void

    public init(
        _ projections: [AnyProjection<Event>], keys: PersonalKeys,
        progress: @escaping @Sendable (OfflineProgress) -> Void = { _ in }
    ) {
        self.projections = projections
        self.keys = keys
        self.progress = progress
    }

    /// What a rebuild has done.
    public struct Report: Sendable {
        public let clinics: Int
        public let events: Int64
        public let documents: Int
    }

    /// - Throws: `Unreadable` at the first event that cannot be read; nothing is changed then.
    public func run(_ configuration: PostgresConfiguration, on loop: EventLoop) async throws -> Report {
        var patient = configuration
        patient.statementTimeout = .zero
        patient.idleInTransactionTimeout = .zero
        patient.deadline = .seconds(86_400)
        let settings = patient
        return try await loop.run {
            let reads = PostgresPool(settings, connections: 3, on: loop)
            let writer = try await PostgresConnection.connect(settings, on: loop)
            let result: Result<Report, any Error>
            do { result = .success(try await rebuild(writer, reads, loop)) } catch { result = .failure(error) }
            // What was not committed goes with the connection.
            writer.close()
            await reads.close()
            return try result.get()
        }
    }

    private func rebuild(
        _ writer: PostgresConnection, _ reads: PostgresPool, _ loop: EventLoop
    ) async throws -> Report {
        let schemas = projections.map { DocumentSchema($0.begin()) }
        let results = try await writer.perform([
            "BEGIN",
            // Nobody appends until the new documents stand.
            "LOCK TABLE clinic_feed IN EXCLUSIVE MODE",
            "SELECT clinic_id, last_position FROM clinic_feed",
        ])
        let feeds = try Feed.all(results[2])
        // The events have happened: what guards appends has no say in what they fold to.
        _ = try await writer.perform(
            schemas.flatMap { ["TRUNCATE \($0.name)", $0.turnGuards("DISABLE"), $0.setIndexesAside] })

        let counter = ProgressCounter(feeds: feeds, tell: progress)
        let gate = CopyGate(writer, schemas)
        try await forEachClinic(feeds, atOnce: 2) { feed in
            let rows = try await fold(feed, reads, loop, counter)
            try await loop.run { try await gate.write(rows) }
            await counter.add(clinics: 1)
        }
        _ = try await writer.perform(
            schemas.flatMap { [$0.restoreIndexes, $0.turnGuards("ENABLE")] } + ["COMMIT"]
                + schemas.map { "ANALYZE \($0.name)" })
        return Report(clinics: feeds.count, events: feeds.reduce(0) { $0 + $1.last }, documents: gate.documents)
    }

    /// Per projection, the rows that a clinic's feed folds to.
    @concurrent
    private func fold(
        _ feed: Feed, _ reads: PostgresPool, _ loop: EventLoop, _ counter: ProgressCounter
    ) async throws -> [DocumentRows] {
        let folds = projections.map { $0.begin() }
        let scan = FeedScan<Event>(clinic: feed.clinic, last: feed.last, loop: loop, pool: reads, keys: keys)
        var next: Int64 = 1
        try await scan.forEachChunk { range, entries in
            for entry in entries {
                guard entry.position == next else { break }
                let event = try entry.event.get()
                for fold in folds { fold.absorb(event) }
                next += 1
            }
            guard next == range.upperBound + 1 else {
                throw Unreadable("clinic \(feed.clinic) has no event \(next), though its feed goes on to \(feed.last)")
            }
            Task { await counter.add(events: Int64(entries.count)) }
        }
        return folds.map { DocumentRows($0, of: feed.clinic) }
    }
}

/// Lets the clinics' rows into the one writing transaction, one COPY after the other.
///
/// - Safety: touched on the writer's loop alone.
private final class CopyGate: @unchecked Sendable {
    private let writer: PostgresConnection
    private let schemas: [DocumentSchema]
    private(set) var documents = 0

    init(_ writer: PostgresConnection, _ schemas: [DocumentSchema]) {
        self.writer = writer
        self.schemas = schemas
    }

    func write(_ rows: [DocumentRows]) async throws {
        for (schema, rows) in zip(schemas, rows) where !rows.pieces.isEmpty {
            documents += try await writer.copyIn(schema.copyIn(into: schema.name), rows.pieces)
        }
    }
}
