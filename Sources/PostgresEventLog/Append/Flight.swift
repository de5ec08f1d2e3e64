import EventSourcing
import Identifiers

/// Where a feed ends, and the mark that its last append left there.
struct FeedEnd: Hashable, Sendable {
    var position: Int64
    var mark: Int64
}

/// What an append does to a feed.
struct FeedMove: Sendable {
    let from: FeedEnd
    let to: FeedEnd

    /// `nil` where it brings no event.
    var positions: ClosedRange<Int64>? { from.position < to.position ? (from.position + 1)...to.position : nil }
}

/// A batch on its way to the database, with the connection that it goes through.
///
/// While one batch is being written, the next is put together and follows it on a connection of its own, so that neither
/// PostgreSQL nor the loop waits for the other.
///
/// - Safety: touched on the log's loop alone.
final class Flight<Event: DomainEvent>: @unchecked Sendable {
    let batch: Batch<Event>
    let writer: Writer
    /// What the transaction that is under way does to the feeds, once that is clear; what became of it is not known yet.
    private(set) var moves: [UUIDBytes: FeedMove]?
    /// That transaction is one in one piece, which may not have reached the feeds yet.
    private(set) var isStraight = false
    /// The transaction asks how the feeds end before it goes on, and so has their locks once it knows.
    private var asks = false
    private var isOver = false
    private var waitingForWay: [CheckedContinuation<Void, Never>] = []
    private var waitingForPlan: [CheckedContinuation<Void, Never>] = []
    private var waitingForEnd: [CheckedContinuation<Void, Never>] = []

    init(_ batch: Batch<Event>, _ writer: Writer) {
        self.batch = batch
        self.writer = writer
    }

    func willAsk() {
        asks = true
        resume(&waitingForWay)
    }

    func plans(_ moves: [UUIDBytes: FeedMove], straight: Bool) {
        self.moves = moves
        isStraight = straight
        resume(&waitingForWay)
        resume(&waitingForPlan)
    }

    /// Whether one of the feeds ends where this flight's transaction leaves it, which so has been committed.
    func hasLeft(_ feeds: [UUIDBytes: FeedEnd]) -> Bool {
        moves?.contains { clinic, move in feeds[clinic] == move.to } ?? false
    }

    /// It is known what became of the transaction. The flight may go on with another.
    func isSettled() {
        moves = nil
        isStraight = false
        asks = false
        resume(&waitingForEnd)
    }

    func ends() {
        isOver = true
        isSettled()
        resume(&waitingForWay)
        resume(&waitingForPlan)
    }

    /// Returns when it is clear whether the flight asks or is in one piece, or that it does nothing.
    func isUnderWay() async {
        await withCheckedContinuation { continuation in
            if moves == nil, !asks, !isOver { waitingForWay.append(continuation) } else { continuation.resume() }
        }
    }

    /// Returns when it is clear what the flight does to the feeds, or that it does nothing.
    func planned() async {
        await withCheckedContinuation { continuation in
            if moves == nil, !isOver { waitingForPlan.append(continuation) } else { continuation.resume() }
        }
    }

    /// Returns when it is known what became of the transaction that is under way, if one is.
    ///
    /// Not when the flight is over: one that goes on command by command may need the locks of whoever waits here.
    func settled() async {
        await withCheckedContinuation { continuation in
            if moves != nil { waitingForEnd.append(continuation) } else { continuation.resume() }
        }
    }

    private func resume(_ waiting: inout [CheckedContinuation<Void, Never>]) {
        let all = waiting
        waiting = []
        for continuation in all { continuation.resume() }
    }
}
