import EventSourcing
import EventStore
import Identifiers

/// All documents of a clinic, folded from its events up to a position. Only one task at a time may use it.
final class ClinicFold<Event: DomainEvent> {
    let clinic: UUIDBytes
    private let projections: [AnyProjection<Event>]
    /// One fold of the clinic's feed for each projection.
    let folds: [FeedFold<Event>]
    private(set) var position: Int64 = 0
    private let memory: FoldMemory
    /// For each projection, the selection of documents that events have changed since `takeTouched` was last called;
    /// `nil` until `beginNoting` is called.
    private var touched: [KeySelection]?

    init(_ clinic: UUIDBytes, _ projections: [AnyProjection<Event>], _ memory: FoldMemory) {
        self.clinic = clinic
        self.projections = projections
        self.memory = memory
        folds = projections.feedFolds(memory)
    }

    /// Folds the events of one range of the clinic's feed into the documents of all projections.
    ///
    /// - Throws: `Unreadable` if an event cannot be read or is missing, or the reason why a document cannot be spilled
    ///   or read back.
    func absorb(_ chunk: FeedScan<Event>.Chunk) throws {
        if let (_, reason) = chunk.unreadable.first { throw reason }
        if let gap = chunk.gaps.first {
            throw Unreadable("clinic \(clinic) has no event \(gap.lowerBound), though its feed goes on")
        }
        // The range's events are folded in parts. A part is so small that its events stay in the processor's
        // cache while one projection after the other folds them.
        for start in stride(from: 0, to: chunk.events.count, by: 256) {
            let events = chunk.events[start..<min(start + 256, chunk.events.count)]
            for fold in folds { fold.absorb(events) }
        }
        for fold in folds { try fold.check() }
        if touched != nil {
            for (index, projection) in projections.enumerated() {
                for event in chunk.events { touched?[index].insert(projection.keys(of: event), limit: memory.keys) }
            }
        }
        position = chunk.range.upperBound
    }

    /// Begins to remember which documents are changed by the events that are folded from now on.
    func beginNoting() { touched = folds.map { _ in .nothing } }

    func takeTouched() -> [KeySelection] {
        let taken = touched ?? folds.map { _ in .nothing }
        beginNoting()
        return taken
    }
}

extension Array {
    /// Begins to fold the feed of a clinic into the documents of the given projections, with a common bound on the
    /// documents in memory.
    func feedFolds<Event>(_ memory: FoldMemory) -> [FeedFold<Event>] where Element == AnyProjection<Event> {
        let documents = DocumentMemory(documents: memory.documents, bytes: memory.bytes)
        return zip(self, DocumentSpill.toFiles(for: count, documents)).map { $0.beginFeed($1) }
    }
}
