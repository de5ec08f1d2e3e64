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
    /// For each projection, the keys of the documents that events have changed since they were last taken; `nil` before
    /// `beginNoting`.
    private var touched: [Set<DocumentKey>]?

    init(_ clinic: UUIDBytes, _ projections: [AnyProjection<Event>]) {
        self.clinic = clinic
        self.projections = projections
        let spill = DocumentSpill.toFile()
        folds = projections.map { $0.beginFeed(spill) }
    }

    /// Folds one chunk of the clinic's feed into the documents of all projections.
    ///
    /// - Throws: `Unreadable` for an event that cannot be read or is missing.
    func absorb(_ chunk: FeedScan<Event>.Chunk) throws(Unreadable) {
        if let (_, reason) = chunk.unreadable.first { throw reason }
        if let gap = chunk.gaps.first {
            throw Unreadable("clinic \(clinic) has no event \(gap.lowerBound), though its feed goes on")
        }
        // The chunk is folded in parts. A part is so small that its events stay in the processor's cache while one
        // projection after the other folds them.
        for start in stride(from: 0, to: chunk.events.count, by: 256) {
            let events = chunk.events[start..<min(start + 256, chunk.events.count)]
            for fold in folds { fold.absorb(events) }
        }
        if let failure = folds.lazy.compactMap(\.failure).first {
            throw Unreadable(
                "a document of clinic \(clinic) could not be taken back from the disk: \(type(of: failure))")
        }
        if touched != nil {
            for (index, projection) in projections.enumerated() {
                for event in chunk.events { touched?[index].formUnion(projection.keys(of: event.event)) }
            }
        }
        position = chunk.range.upperBound
    }

    /// Begins to remember the keys of the documents that the events folded from now on change.
    func beginNoting() { touched = folds.map { _ in [] } }

    func takeTouched() -> [Set<DocumentKey>] {
        let taken = touched ?? folds.map { _ in [] }
        beginNoting()
        return taken
    }
}
