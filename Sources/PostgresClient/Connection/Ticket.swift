import EventLoop
import SQL

/// The effect of a segment, as promised by its caller.
public enum Effect: Sendable, Hashable {
    /// The segment may change something.
    case writes
    /// The segment changes nothing. If the connection is lost, the segment certainly had no effect, and a pool runs it
    /// again on another connection.
    case reads
}

/// The statements of one call of `perform`, until they are answered.
final class Ticket: Waiter<[Rows]> {
    enum Cause { case deadline, task }

    let statements: [Statement]
    let effect: Effect
    let deadline: MonotonicTime
    /// The time at which the ticket joined the queue.
    let since: MonotonicTime
    /// Whether the ticket was sent through a pool, which may send it again.
    let isPooled: Bool
    /// The pool's number of reconnections at the time of the reads on which the statements are based.
    let asOf: UInt64?
    /// The reason why the ticket's caller no longer wants the answer.
    private(set) var cause: Cause?
    /// The time at which the wait for a definite answer ends; set with `cause`.
    private(set) var lastMoment: MonotonicTime?
    var segment: UInt64 = 0
    var attempts = 0

    init(
        _ statements: [Statement], effect: Effect, since: MonotonicTime, deadline: MonotonicTime, isPooled: Bool,
        asOf: UInt64? = nil
    ) {
        self.statements = statements
        self.effect = effect
        self.since = since
        self.deadline = deadline
        self.isPooled = isPooled
        self.asOf = asOf
    }

    func giveUp(_ cause: Cause, lastMoment: MonotonicTime) {
        guard self.cause == nil else { return }
        self.cause = cause
        self.lastMoment = lastMoment
    }

    /// The caller's error after a cancellation or a timeout, if the statements certainly had no effect.
    var gaveUp: PostgresError { cause == .task ? .cancelled : .timedOut }

    /// Whether one of the statements commits before the segment's sync. An error then does not prove that nothing was
    /// changed.
    var commits: Bool {
        statements.contains { statement in
            let first = statement.text.split(maxSplits: 1) { !$0.isLetter }.first?.lowercased() ?? ""
            return Self.committing.contains(first)
        }
    }

    private static let committing: Set<String> = [
        "commit", "end", "prepare", "call", "do", "vacuum", "create", "drop", "reindex", "alter", "cluster",
    ]
}
