import EventLoop
import SQL

/// The effect of a call's statements, as promised by the caller.
public enum Effect: Sendable, Hashable {
    /// The statements may change something.
    case writes
    /// The statements change nothing. If the connection is lost, they certainly had no effect, and a pool runs them
    /// again on another connection.
    case reads
}

/// A call of `perform` with its statements, until it is answered.
final class Ticket: Waiter<[Rows]> {
    enum Cause { case deadline, task }

    let statements: [Statement]
    let effect: Effect
    let deadline: MonotonicTime
    /// The time at which the database call joined the queue.
    let since: MonotonicTime
    /// Whether the call was made to a pool, which may send its statements again.
    let isPooled: Bool
    /// The pool's number of reconnections at the time of the reads on which the statements are based.
    let asOf: UInt64?
    /// The reason why the caller no longer wants the answer.
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

    /// Whether one of the statements commits before the final Sync message. An error then does not prove that nothing
    /// was changed.
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
