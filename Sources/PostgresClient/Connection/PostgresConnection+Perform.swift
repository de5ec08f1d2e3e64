import DequeModule
import EventLoop
public import SQL

extension PostgresConnection {
    /// Performs the statements in order, in one implicit transaction: all of them or none.
    ///
    /// They are sent immediately if the pipeline has room. Calls are answered in their order.
    ///
    /// - Parameters:
    ///   - effect: the caller's promise about the statements.
    ///   - patience: replaces the configuration's `deadline`.
    /// - Returns: each statement's result.
    /// - Throws: `PostgresError`. Its cases document whether the statements may have taken effect. Cancelling the task
    ///   cancels the statements.
    public func perform(
        _ statements: [Statement], effect: Effect = .writes, within patience: Duration? = nil
    ) async throws(PostgresError) -> [Rows] {
        loop.preconditionCurrent()
        guard !statements.isEmpty else { return [] }
        try Self.check(statements)
        guard isOpen else { throw .notConnected(closedReason) }
        guard waiting.count < configuration.queueLimit || canAccept else { throw .busy }
        let ticket = Ticket(
            statements, effect: effect, since: loop.now,
            deadline: loop.deadline(after: patience ?? configuration.deadline), isPooled: false)
        waiting.append(ticket)
        sendWaiting()
        armSweep()
        return try await ticket.outcome(on: loop) { [weak self] in self?.giveUp(ticket, .task) }
    }

    /// Performs one statement, and returns its rows.
    public func perform(
        _ statement: Statement, effect: Effect = .writes, within patience: Duration? = nil
    ) async throws(PostgresError) -> Rows {
        try await perform([statement], effect: effect, within: patience).first ?? .none
    }

    /// Refuses a statement with more values than the protocol can transmit, before anything is sent.
    static func check(_ statements: [Statement]) throws(PostgresError) {
        for statement in statements where statement.binds.count > Int(UInt16.max) {
            throw .protocolViolation("\(statement.binds.count) binds in one statement; there may be 65535")
        }
    }

    /// Whether a segment can be sent now: the pipeline has room, and nothing must be sent or answered first.
    var canAccept: Bool {
        guard case .pipelining = mode else { return false }
        return pipeline.count < configuration.window && !flushPending && !cancelling.holdsBack
    }

    /// Sends segments from the queue while there is room.
    func sendWaiting() {
        while canAccept, let ticket = waiting.popFirst() {
            if !ticket.isAnswered { send(ticket) }
        }
        guard isOpen else { return }
        if waiting.isEmpty { onRoom?() }
        finishDraining()
    }
}

extension EventLoop {
    /// The time at which a wait ends. If `patience` is zero, this is a time that is never reached.
    func deadline(after patience: Duration) -> MonotonicTime {
        patience > .zero ? now + patience : MonotonicTime(milliseconds: .max)
    }
}
