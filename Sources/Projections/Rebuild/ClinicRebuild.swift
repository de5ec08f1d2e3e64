import EventLoop
import EventSourcing
import EventStore
import Identifiers
import PostgresClient
import SQL

/// Rebuilds the documents of one clinic while servers append to it.
///
/// The clinic's feed is folded to documents, and these are compared with the stored ones. Documents that differ, and
/// those changed meanwhile, are replaced under the feed's lock.
struct ClinicRebuild<Event: DomainEvent>: Sendable {
    let feed: Feed
    let work: String
    let projections: [AnyProjection<Event>]
    let schemas: [DocumentSchema]
    let keys: PersonalKeys
    let reads: LoopBound<PostgresPool>
    let stagedSwap: LoopBound<StagedSwap>
    let memory: FoldMemory

    struct Report: Sendable {
        var documents = 0
        /// The number of stored documents that differed from the folded ones and were written or deleted.
        var changed = 0
    }

    /// The maximum number of events in a short round of catching up. After a short round, the rebuild folds the
    /// remaining events under the feed's lock.
    private static var shortTail: Int64 { 200 }

    /// Rebuilds the read models of the clinic.
    ///
    /// - Throws: `Unreadable` if an event cannot be read. The clinic's documents are not changed then.
    @concurrent
    func run(_ counter: ProgressCounter) async throws -> Report {
        let fold = ClinicFold(feed.clinic, projections, memory)
        try await advance(fold, to: feed.last, counter)
        try await catchUp(fold)
        let compared = fold.position
        fold.beginNoting()
        var report = Report()
        var differing: [KeySelection] = []
        for (fold, schema) in zip(fold.folds, schemas) {
            report.documents += fold.count
            differing.append(try await differences(schema, FoldedDocuments(fold, of: feed.clinic)))
        }
        try await catchUp(fold)
        if fold.position == compared, differing.allSatisfy(\.isEmpty) {
            try await record()
        } else {
            report.changed = try await replace(differing, fold)
        }
        return report
    }

    /// Replaces the stored documents that differed from the folded ones, and those that events have changed since the
    /// comparison.
    private func replace(_ differing: [KeySelection], _ fold: ClinicFold<Event>) async throws -> Int {
        let (clinic, stagedSwap, limit) = (feed.clinic, stagedSwap, memory.keys)
        let touched = zip(differing, fold.takeTouched()).map { $0.union($1, limit: limit) }
        // The server that holds the lease may have written documents of asynchronous projections since the comparison.
        // So all documents of these projections are compared again, in the staged swap.
        let early = fold.changes(zip(touched, projections).map { $1.time == .asynchronous ? .all : $0 })
        do {
            try await stagedSwap.run { try await $0.begin(early) }
            let last = try await stagedSwap.run { try await $0.lock(clinic) }
            try await advance(fold, to: last, under: stagedSwap)
            let late = fold.changes(fold.takeTouched())
            return try await stagedSwap.run { stagedSwap in
                try await stagedSwap.amend(late, in: clinic)
                let changed = try await stagedSwap.apply(early, late, in: clinic)
                try await stagedSwap.commit(clinic, of: work, isChanged: changed > 0)
                return changed
            }
        } catch {
            try await stagedSwap.run { await $0.rollBack() }
            throw error
        }
    }

    private func differences(_ schema: DocumentSchema, _ documents: FoldedDocuments) async throws -> KeySelection {
        let (clinic, limit) = (feed.clinic, memory.keys)
        let keys = try await stagedSwap.run { stagedSwap in
            try await stagedSwap.connection.differences(in: schema, of: clinic, from: documents, limit: limit + 1)
                .map(\.key)
        }
        var differing = KeySelection.nothing
        differing.insert(keys, limit: limit)
        return differing
    }

    private func record() async throws {
        try await stagedSwap.run { stagedSwap in
            _ = try await stagedSwap.connection.perform(.record(feed.clinic, work))
        }
    }

    /// Folds the events that servers append during the rebuild, in rounds, until a round has at most 200 events or is
    /// not shorter than the one before. The rest is folded under the feed's lock.
    private func catchUp(_ fold: ClinicFold<Event>) async throws {
        var before = Int64.max
        while true {
            let rows = try await reads.performer([.end(of: feed.clinic)])
            guard let last = try rows[0].first?.int64(0) else { return }
            let tail = last - fold.position
            try await advance(fold, to: last)
            if tail <= Self.shortTail || tail >= before { return }
            before = tail
        }
    }

    /// Folds the clinic's feed up to a position.
    ///
    /// - Parameter stagedSwap: the transaction whose connection reads the feed; `nil` to read the feed through the
    ///   pool.
    private func advance(
        _ fold: ClinicFold<Event>, to last: Int64, _ counter: ProgressCounter? = nil,
        under stagedSwap: LoopBound<StagedSwap>? = nil
    ) async throws {
        guard fold.position < last else { return }
        let scan = FeedScan<Event>(
            clinic: feed.clinic, first: fold.position + 1, last: last, keys: keys,
            perform: stagedSwap?.performer ?? reads.performer)
        try await scan.forEachChunk { chunk in
            try fold.absorb(chunk)
            if let counter { Task { await counter.add(events: Int64(chunk.events.count)) } }
        }
    }
}

extension Statement {
    fileprivate static func end(of clinic: UUIDBytes) -> Statement {
        "SELECT last_position FROM clinic_feed WHERE clinic_id = \(clinic)"
    }
}
