import EventSourcing
import Identifiers

/// An in-flight batch, and the connection for its locking append.
///
/// While one batch is being written, the next one is formed and sent, so that neither PostgreSQL nor the loop waits for
/// the other.
package final class InFlightBatch<Event: DomainEvent> {
    let batch: Batch<Event>
    let writer: Writer
    /// For each clinic of the batch, how the batch's open transaction changes the end of the clinic's feed. `nil` until
    /// the transaction is planned, and after its outcome is known.
    private(set) var moves: [UUIDBytes: FeedMove]?
    /// Whether the batch's open transaction is an optimistic append, which may not have locked the feeds yet.
    private(set) var isOptimistic = false
    /// Whether the batch's open transaction is a locking append, which locks the feeds before it reads their ends.
    private var asks = false
    private var isOver = false
    private var waitingForWay: [CheckedContinuation<Void, Never>] = []
    private var waitingForPlan: [CheckedContinuation<Void, Never>] = []
    private var waitingForEnd: [CheckedContinuation<Void, Never>] = []

    package init(_ batch: Batch<Event>, _ writer: Writer) {
        self.batch = batch
        self.writer = writer
    }

    func willAsk() {
        asks = true
        resume(&waitingForWay)
    }

    package func plans(_ moves: [UUIDBytes: FeedMove], optimistic: Bool) {
        self.moves = moves
        isOptimistic = optimistic
        resume(&waitingForWay)
        resume(&waitingForPlan)
    }

    /// Whether one of the given feeds ends where this batch leaves it, which proves that the batch was committed.
    package func hasLeft(_ feeds: [UUIDBytes: FeedEnd]) -> Bool {
        moves?.contains { clinic, move in feeds[clinic] == move.to } ?? false
    }

    /// Records that the outcome of the batch's present transaction is known. Another transaction of the same batch may
    /// follow.
    package func isSettled() {
        moves = nil
        isOptimistic = false
        asks = false
        resume(&waitingForEnd)
    }

    package func ends() {
        isOver = true
        isSettled()
        resume(&waitingForWay)
        resume(&waitingForPlan)
    }

    /// Waits until this batch starts a locking append, has planned an optimistic append, or has ended.
    func isUnderWay() async {
        await withCheckedContinuation { continuation in
            if moves == nil, !asks, !isOver { waitingForWay.append(continuation) } else { continuation.resume() }
        }
    }

    /// Waits until the batch has planned how it changes its feeds, or has ended.
    func planned() async {
        await withCheckedContinuation { continuation in
            if moves == nil, !isOver { waitingForPlan.append(continuation) } else { continuation.resume() }
        }
    }

    /// Waits until the outcome of the batch's optimistic append is known. Returns immediately if none is in flight.
    func optimisticIsSettled() async {
        await withCheckedContinuation { continuation in
            if isOptimistic { waitingForEnd.append(continuation) } else { continuation.resume() }
        }
    }

    /// Waits for the outcome of this batch's planned transaction if one of the given feeds ends where that transaction
    /// leaves it. Otherwise the call returns immediately.
    ///
    /// The caller holds the locks of these feeds. So it must not wait for a later transaction of this batch, which
    /// needs the locks, nor for the batch's end: a batch that retries its commands one by one needs the locks too. The
    /// ends are compared inside the closure, since the loop may run other tasks before it calls the closure.
    package func settled(leaving feeds: [UUIDBytes: FeedEnd]) async {
        await withCheckedContinuation { continuation in
            if hasLeft(feeds) { waitingForEnd.append(continuation) } else { continuation.resume() }
        }
    }

    private func resume(_ waiting: inout [CheckedContinuation<Void, Never>]) {
        let all = waiting
        waiting = []
        for continuation in all { continuation.resume() }
    }
}
