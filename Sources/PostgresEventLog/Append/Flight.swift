import EventSourcing

/// A batch on its way to the database, with the connection that it goes through.
///
/// While one batch is being written, the next is put together and waits for the feeds' locks on a connection of its own,
/// so that neither PostgreSQL nor the loop waits for the other.
///
/// - Safety: touched on the log's loop alone.
final class Flight<Event: DomainEvent>: @unchecked Sendable {
    let batch: Batch<Event>
    let writer: Writer
    /// Its transaction holds the feeds' locks, or has let go of them with its commit, and what became of it is not known yet.
    private(set) var isCommitting = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(_ batch: Batch<Event>, _ writer: Writer) {
        self.batch = batch
        self.writer = writer
    }

    func hasLocks() { isCommitting = true }

    /// Returns when it is known what became of the transaction that is being committed, if one is.
    ///
    /// Not when the flight is over: one that goes on command by command may need the locks of whoever waits here.
    func settled() async {
        await withCheckedContinuation { continuation in
            if isCommitting { waiting.append(continuation) } else { continuation.resume() }
        }
    }

    func isSettled() {
        isCommitting = false
        for continuation in waiting { continuation.resume() }
        waiting = []
    }
}
