import EventLoop
import SQL

/// What a segment does, as its caller promises.
public enum Effect: Sendable, Hashable {
    /// It may change something.
    case writes
    /// It changes nothing: after a lost connection it has simply failed, and a pool asks again on another connection.
    case reads
}

/// One caller's statements, from `perform` to the answer.
///
/// - Note: `@unchecked Sendable` because it is touched only on its connection's loop; a task's cancellation, which comes
///   from any thread, carries it there without looking into it.
@safe
final class Ticket: @unchecked Sendable {
    enum Cause { case deadline, task }

    let statements: [Statement]
    let effect: Effect
    let deadline: MonotonicTime
    /// Since when it has waited.
    let since: MonotonicTime
    /// Sent through a pool, which may send it again.
    let isPooled: Bool
    /// Why its caller no longer wants it.
    private(set) var cause: Cause?
    /// When waiting for a definite answer ends; set with `cause`.
    private(set) var lastMoment: MonotonicTime?
    var segment: UInt64 = 0
    var attempts = 0

    private var continuation: UnsafeContinuation<Result<[Rows], PostgresError>, Never>?
    private var early: Result<[Rows], PostgresError>?

    init(
        _ statements: [Statement], effect: Effect, since: MonotonicTime, deadline: MonotonicTime, isPooled: Bool
    ) {
        self.statements = statements
        self.effect = effect
        self.since = since
        self.deadline = deadline
        self.isPooled = isPooled
    }

    private(set) var isAnswered = false

    /// Waits for the answer; called once.
    ///
    /// Whether it is there already is asked in the continuation's body and not before: the task may go once round the loop
    /// on its way there, and the answer may come meanwhile.
    func wait() async -> Result<[Rows], PostgresError> {
        unsafe await withUnsafeContinuation { continuation in
            if let early {
                unsafe continuation.resume(returning: early)
            } else {
                unsafe self.continuation = unsafe continuation
            }
        }
    }

    /// Gives the caller its answer; the first one counts.
    func answer(_ outcome: Result<[Rows], PostgresError>) {
        guard !isAnswered else { return }
        isAnswered = true
        if let waiting = unsafe continuation {
            unsafe continuation = nil
            unsafe waiting.resume(returning: outcome)
        } else {
            early = outcome
        }
    }

    func fail(_ error: PostgresError) { answer(.failure(error)) }

    func giveUp(_ cause: Cause, lastMoment: MonotonicTime) {
        guard self.cause == nil else { return }
        self.cause = cause
        self.lastMoment = lastMoment
    }

    /// The error of a ticket that certainly did nothing because its caller gave it up.
    var gaveUp: PostgresError { cause == .task ? .cancelled : .timedOut }

    /// One of its statements commits by itself, ahead of the sync: then an error is no proof that nothing was done.
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
