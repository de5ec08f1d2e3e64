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
    /// It holds the feeds' locks, or has let go of them with its commit.
    var isCommitting = false
    private var isOver = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(_ batch: Batch<Event>, _ writer: Writer) {
        self.batch = batch
        self.writer = writer
    }

    /// Returns when what became of it is known.
    func over() async {
        await withCheckedContinuation { continuation in
            if isOver { continuation.resume() } else { waiting.append(continuation) }
        }
    }

    func end() {
        isOver = true
        for continuation in waiting { continuation.resume() }
        waiting = []
    }
}
