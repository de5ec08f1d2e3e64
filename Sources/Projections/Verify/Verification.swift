public import EventLoop
public import EventSourcing
import EventStore
import Identifiers
public import PostgresClient
import SQL

/// Compares the stored data with the events. It checks that positions have no gaps, and compares tags, documents and
/// columns, except in clinics with missing or unreadable events. It also tries to unwrap the person keys. It changes
/// nothing, and may run while servers run, since it reads one snapshot.
///
/// A verification must run as the tables' owner.
public struct Verification<Event: DomainEvent>: Sendable {
    private let projections: [AnyProjection<Event>]
    private let keys: PersonalKeys
    private let progress: @Sendable (OfflineProgress) -> Void
    private let limit: Int
    private let memory: FoldMemory

    /// Creates a verification. `run` performs it.
    ///
    /// - Parameters:
    ///   - limit: the maximum number of differing documents per table, of missing or unreadable events per clinic, of
    ///     differing tags, and of unusable person keys that are reported.
    ///   - memory: limits the memory for each of the clinics that are verified at a time: two are folded, and another
    ///     one is compared.
    public init(
        _ projections: [AnyProjection<Event>], keys: PersonalKeys, limit: Int = 100, memory: FoldMemory = FoldMemory(),
        progress: @escaping @Sendable (OfflineProgress) -> Void = { _ in }
    ) {
        self.projections = projections
        self.keys = keys
        self.progress = progress
        self.limit = limit
        self.memory = memory
    }

    public struct Report: Sendable {
        public let clinics: Int
        public let events: Int64
        /// The differences that the verification found; empty if there are none.
        public let differences: [Difference]
    }

    public func run(_ configuration: PostgresConfiguration, on loop: EventLoop) async throws -> Report {
        var patient = configuration
        patient.statementTimeout = .zero
        patient.idleInTransactionTimeout = .zero
        patient.deadline = .seconds(86_400)
        let settings = patient
        return try await loop.run {
            let reads = PostgresPool(settings, connections: 3, on: loop)
            let snapshot = try await PostgresConnection.connect(settings, on: loop)
            let result: Result<Report, any Error>
            do { result = .success(try await verify(snapshot, reads, loop)) } catch { result = .failure(error) }
            snapshot.close()
            await reads.close()
            return try result.get()
        }
    }

    private func verify(
        _ snapshot: PostgresConnection, _ reads: PostgresPool, _ loop: EventLoop
    ) async throws -> Report {
        let schemas = projections.map { DocumentSchema($0) }
        // Other connections may read the events up to the positions that the verification's snapshot shows, since
        // events never change.
        let results = try await snapshot.perform([
            "BEGIN ISOLATION LEVEL REPEATABLE READ",
            .feeds, .clinicsWithoutFeed(schemas), .eventsBeyondFeeds, .asyncPositions,
        ])
        let feeds = try Feed.all(results[1])
        let strays = try Feed.all(results[2])
        let comparison = Comparison(snapshot, schemas, limit: limit)
        for row in results[3] {
            comparison.differences.append(
                .eventsBeyondFeed(clinic: try row.uuid(0), positions: try row.int64(1)...(try row.int64(2))))
        }
        try await comparison.tryKeys(keys.masters)
        try await comparison.prepare()
        let places = try Self.places(results[4])

        let counter = ProgressCounter(feeds: feeds, tell: progress)
        let (boundComparison, boundReads) = (LoopBound(comparison, on: loop), LoopBound(reads, on: loop))
        try await forEachClinic(feeds + strays, atOnce: 2) { feed in
            try await fold(feed, places[feed.clinic] ?? [:], boundComparison, boundReads, counter)
        } then: { _, expected in
            try await comparison.expect(expected)
            await counter.add(clinics: 1)
        }
        try await comparison.compareTags()
        return Report(
            clinics: feeds.count, events: feeds.reduce(0) { $0 + $1.last }, differences: comparison.differences)
    }

    /// The positions of asynchronous projections, by clinic and name.
    private static func places(_ rows: Rows) throws(PostgresError) -> [UUIDBytes: [String: Int64]] {
        var places: [UUIDBytes: [String: Int64]] = [:]
        for row in rows { places[try row.uuid(0), default: [:]][try row.text(1)] = try row.int64(2) }
        return places
    }

    /// The expected data of a clinic, computed from its events. Documents of an asynchronous projection are computed
    /// from the events up to its position.
    @concurrent
    private func fold(
        _ feed: Feed, _ places: [String: Int64], _ comparison: LoopBound<Comparison>, _ reads: LoopBound<PostgresPool>,
        _ counter: ProgressCounter
    ) async throws -> ExpectedData {
        var expected = ExpectedData(clinic: feed.clinic, limit: limit)
        let folds = projections.feedFolds(memory)
        let ends = projections.map { $0.time == .inline ? feed.last : places[$0.table.name.description] ?? 0 }
        let scan = FeedScan<Event>(clinic: feed.clinic, last: feed.last, keys: keys, perform: reads.performer)
        try await scan.forEachChunk { chunk in
            expected.missing(chunk.gaps)
            for (position, reason) in chunk.unreadable { expected.unreadable(position, reason) }
            var tags = ExpectedTags(of: feed.clinic)
            for event in chunk.events {
                tags.expect(event.event.tags, at: event.position)
                // The tags of an unreadable event cannot be read from the event itself. The event that quarantines it
                // has them too.
                if let about = event.event.quarantined { tags.expect(about.eventTags, at: about.position) }
            }
            let copied = tags.copy.finish()
            try await comparison.run { try await $0.expect(tags: copied) }
            for (fold, end) in zip(folds, ends) { fold.absorb(chunk.events.prefix { $0.position <= end }) }
            for fold in folds { try fold.check() }
            Task { await counter.add(events: Int64(chunk.events.count + chunk.unreadable.count)) }
        }
        expected.documents = folds.map { FoldedDocuments($0, of: feed.clinic) }
        return expected
    }
}
