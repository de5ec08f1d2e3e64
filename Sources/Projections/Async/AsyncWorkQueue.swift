import DequeModule
import Identifiers

/// The pairs of projection and clinic for which an `AsyncProjectionRunner` has to fold events or is folding them.
package struct AsyncWorkQueue {
    /// Pairs of projection and clinic with a new event, which wait for further events before they are folded.
    private var gathering: Set<AsyncWork> = []
    private var waiting: Deque<AsyncWork> = []
    /// The pairs of projection and clinic that are in `waiting`, as a set.
    private var queued: Set<AsyncWork> = []
    private var running: Set<AsyncWork> = []
    /// Pairs of projection and clinic for which a new event arrived while their batch was in flight: they run again
    /// afterwards.
    private var again: Set<AsyncWork> = []
    /// Pairs of projection and clinic that could not continue when they were last tried.
    private var failures: Set<AsyncWork> = []

    package init() {}

    package mutating func gather(_ works: [AsyncWork]) { gathering.formUnion(works) }

    package mutating func takeGathered() -> Set<AsyncWork> {
        defer { gathering = [] }
        return gathering
    }

    /// Adds a pair of projection and clinic to the end of the queue. If a batch of the pair is in flight, the pair is
    /// to run again after it.
    ///
    /// - Parameter isOurs: whether this server has the lease for the clinic. If not, the pair is dropped.
    package mutating func add(_ work: AsyncWork, isOurs: Bool) {
        gathering.remove(work)
        guard isOurs, !queued.contains(work) else { return }
        if running.contains(work) {
            again.insert(work)
        } else {
            queued.insert(work)
            waiting.append(work)
        }
    }

    /// Takes the next waiting pair of projection and clinic, whose batch starts now; `nil` if none waits, or `limit`
    /// batches are running.
    package mutating func begin(atOnce limit: Int) -> AsyncWork? {
        guard running.count < limit, let work = waiting.popFirst() else { return nil }
        queued.remove(work)
        running.insert(work)
        return work
    }

    /// Records that the batch of a pair of projection and clinic has ended.
    /// - Returns: whether the pair was added again during the batch.
    @discardableResult
    package mutating func end(_ work: AsyncWork) -> Bool {
        running.remove(work)
        return again.remove(work) != nil
    }

    package mutating func failed(_ work: AsyncWork) { failures.insert(work) }

    package mutating func succeeded(_ work: AsyncWork) { failures.remove(work) }

    package func hasFailed(_ work: AsyncWork) -> Bool { failures.contains(work) }
}

/// One projection, by its index, in one clinic. At most one of its batches is in flight at a time.
package struct AsyncWork: Hashable, Sendable {
    package let model: Int
    package let clinic: UUIDBytes

    package init(model: Int, clinic: UUIDBytes) {
        self.model = model
        self.clinic = clinic
    }
}
