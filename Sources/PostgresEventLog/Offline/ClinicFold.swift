import EventSourcing
import Identifiers

/// What a clinic's events fold to, up to a position. Held by one task at a time.
final class ClinicFold<Event: DomainEvent> {
    let clinic: UUIDBytes
    /// One per projection.
    let folds: [DocumentFold<Event>]
    private(set) var position: Int64 = 0
    /// Per projection, the documents that events have changed since they were last taken.
    private var touched: [Set<DocumentKey>]?

    init(_ clinic: UUIDBytes, _ projections: [AnyProjection<Event>]) {
        self.clinic = clinic
        folds = projections.map { $0.begin() }
    }

    /// Folds one chunk of the feed on.
    ///
    /// - Throws: `Unreadable` for an event that cannot be read or is not there.
    func absorb(_ entries: [FeedScan<Event>.Entry], upTo last: Int64) throws(Unreadable) {
        for entry in entries {
            guard entry.position == position + 1 else { break }
            let event = try entry.event.get()
            for index in folds.indices {
                folds[index].absorb(event)
                if touched != nil { touched?[index].formUnion(folds[index].keys(of: event.event)) }
            }
            position += 1
        }
        guard position == last else {
            throw Unreadable("clinic \(clinic) has no event \(position + 1), though its feed goes on")
        }
    }

    /// From now on it is noted which documents change.
    func beginNoting() { touched = folds.map { _ in [] } }

    func takeTouched() -> [Set<DocumentKey>] {
        let taken = touched ?? folds.map { _ in [] }
        beginNoting()
        return taken
    }
}
