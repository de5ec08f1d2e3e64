import DequeModule
import EventLoop
public import SQL

extension PostgresConnection {
    /// Performs the statements in order, in one implicit transaction: all of them or none.
    ///
    /// The statements are sent immediately if the pipeline has room. Calls are answered in their order.
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

    /// Refuses statements with more values than PostgreSQL's protocol can transmit, before any of them is sent.
    static func check(_ statements: [Statement]) throws(PostgresError) {
        for statement in statements where statement.binds.count > Int(UInt16.max) {
            throw .protocolViolation("\(statement.binds.count) binds in one statement; there may be 65535")
        }
    }

    /// Whether the statements of another database call can be sent now: the pipeline has room, the socket has accepted
    /// all earlier bytes, and no cancel request is in progress.
    var canAccept: Bool {
        guard case .pipelining = mode else { return false }
        return pipeline.count < configuration.window && !flushPending && !cancelling.holdsBack
    }

    /// Sends waiting database calls while the pipeline has room.
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
    /// The time on the loop's clock at which a wait of the length `patience` ends. A `patience` of zero stands for no
    /// limit.
    func deadline(after patience: Duration) -> MonotonicTime {
        patience > .zero ? now + patience : MonotonicTime(milliseconds: .max)
    }
}
