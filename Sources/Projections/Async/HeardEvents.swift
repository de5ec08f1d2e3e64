import EventSourcing
import Identifiers

/// The latest received events of each clinic, so that asynchronous projections need not read them from the database.
///
/// The number of kept events is limited. Events that are not kept are read from the database later.
package struct HeardEvents<Event: DomainEvent> {
    private var runs: [UUIDBytes: ArraySlice<Recorded<Event>>] = [:]
    /// The number of events that are kept in memory, of all clinics together.
    package private(set) var count = 0
    private let limit: Int

    package init(limit: Int) { self.limit = limit }

    /// Keeps a clinic's newly received events. Older kept events of the clinic stay only if the new ones follow them
    /// directly. If the new events have a gap or exceed the limit, no event of the clinic is kept.
    package mutating func keep(_ events: [Recorded<Event>], of clinic: UUIDBytes) {
        guard let first = events.first, let last = events.last, last.position - first.position == events.count - 1,
            count + events.count <= limit
        else { return forget(clinic) }
        if runs[clinic]?.last.map({ $0.position + 1 == first.position }) != true { forget(clinic) }
        runs[clinic, default: []] += events
        count += events.count
    }

    /// The kept events of a clinic that follow `position`; `nil` if the event directly after `position` is not kept.
    package func next(of clinic: UUIDBytes, behind position: Int64) -> ArraySlice<Recorded<Event>>? {
        guard let run = runs[clinic], let first = run.first, let last = run.last,
            (first.position...last.position).contains(position + 1)
        else { return nil }
        return run.dropFirst(Int(position + 1 - first.position))
    }

    /// Drops the clinic's kept events up to `position`, since no asynchronous projection of this server needs them any
    /// more.
    package mutating func forget(_ clinic: UUIDBytes, upTo position: Int64) {
        guard let first = runs[clinic]?.first, position >= first.position else { return }
        let done = Int(min(position - first.position + 1, Int64(runs[clinic]?.count ?? 0)))
        runs[clinic]?.removeFirst(done)
        count -= done
        if runs[clinic]?.isEmpty == true { runs[clinic] = nil }
    }

    package mutating func forget(_ clinic: UUIDBytes) { count -= runs.removeValue(forKey: clinic)?.count ?? 0 }

    package mutating func forgetAll() {
        runs = [:]
        count = 0
    }
}
