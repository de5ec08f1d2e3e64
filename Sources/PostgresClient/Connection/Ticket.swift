import EventLoop
import SQL

/// The effect that the statements of a database call may have, as its caller promises.
public enum Effect: Sendable, Hashable {
    /// The statements of the database call may change something.
    case writes
    /// The statements of the database call change nothing. If the connection is lost, they certainly had no effect, and
    /// a pool runs them again on another connection.
    case reads
}

/// A database call: its statements, and the caller that waits for their results.
final class Ticket: Waiter<[Rows]> {
    enum Cause { case deadline, task }

    let statements: [Statement]
    let effect: Effect
    let deadline: MonotonicTime
    /// The time at which the database call was made.
    let since: MonotonicTime
    /// Whether the database call was made to a pool, which may send it again on another connection.
    let isPooled: Bool
    /// The value of the pool's `reopened`, the number of connections opened again after a loss, when the caller read
    /// the data on which the statements are based. If the number has changed since, the pool does not send the
    /// statements.
    let asOf: UInt64?
    /// The reason why the database call was given up: its deadline passed, or its task was cancelled; `nil` if it was
    /// not given up.
    private(set) var cause: Cause?
    /// The time until which a database call that was given up waits for a definite answer; `nil` if it was not given
    /// up.
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

    /// Whether one of the database call's statements may commit before the final Sync message. An error then does not
    /// prove that the call changed nothing.
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
