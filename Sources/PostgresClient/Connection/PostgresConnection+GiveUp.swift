import DequeModule
import EventLoop

/// The state of a session's cancel request. PostgreSQL stops whatever statement the session runs when the request
/// arrives. So no statement is sent while a request is in flight, and a statement that PostgreSQL stops by mistake is
/// sent again.
struct Cancelling {
    /// The number of the database call that the cancel request should stop; `nil` if there is none.
    private(set) var target: UInt64?
    /// Whether a cancel request was sent and PostgreSQL has not confirmed it yet.
    private(set) var isOnItsWay = false
    /// The number of the last database call that was sent before PostgreSQL confirmed the last cancel request. The
    /// request may have stopped any call up to this one.
    private var exposedThrough: UInt64 = 0
    private var acknowledgedAt = MonotonicTime(milliseconds: 0)

    /// The time to wait for the effect of a confirmed cancel request. If the statement still runs after it, the request
    /// must have arrived before PostgreSQL began the statement.
    private static let patience = Duration.milliseconds(200)

    var holdsBack: Bool { isOnItsWay || target != nil }

    /// Records that a cancel request is being sent.
    ///
    /// - Parameter target: the number of the database call to stop; `nil` outside the pipeline.
    mutating func begin(target: UInt64?) {
        self.target = target
        isOnItsWay = true
    }

    mutating func acknowledged(sentThrough segment: UInt64, at now: MonotonicTime) {
        isOnItsWay = false
        exposedThrough = segment
        acknowledgedAt = now
    }

    /// Whether the last cancel request may have come before PostgreSQL began the statement, so that the request must be
    /// sent again: an idle PostgreSQL session ignores a request.
    func mayHaveComeTooEarly(_ now: MonotonicTime) -> Bool { !isOnItsWay && acknowledgedAt + Self.patience <= now }

    mutating func completed(_ segment: UInt64) {
        if target == segment { target = nil }
    }

    /// Whether a cancel request may have stopped the database call with the given number, although it was meant for
    /// another call.
    func mayHaveHit(_ segment: UInt64) -> Bool { isOnItsWay || segment <= exposedThrough }
}

/// Functions for deadlines and cancellation of database calls.
extension PostgresConnection {
    /// Asks PostgreSQL to stop the running statement of this session. Never blocks. The caller of the statement
    /// receives the error `cancelled`, or the rows if PostgreSQL finished the statement first.
    public func cancel() {
        loop.preconditionCurrent()
        guard isOpen, !cancelling.isOnItsWay else { return }
        if let head = pipeline.head { giveUp(head, .task) } else { requestCancel(target: nil) }
    }

    /// Gives up a database call because its deadline has passed or its task was cancelled. A call that was not sent
    /// fails at once; otherwise PostgreSQL is asked to stop it.
    func giveUp(_ ticket: Ticket, _ cause: Ticket.Cause) {
        guard !ticket.isAnswered, ticket.cause == nil else { return }
        ticket.giveUp(cause, lastMoment: loop.now + configuration.cancelGrace)
        if ticket.segment == 0 || waiting.contains(where: { $0 === ticket }) {
            waiting.removeAll { $0 === ticket }
            ticket.fail(ticket.gaveUp)
            return
        }
        armSweep()
        cancelHeadIfGivenUp()
    }

    func cancelHeadIfGivenUp() {
        guard isOpen, !cancelling.isOnItsWay, let head = pipeline.head, head.cause != nil,
            cancelling.target != head.segment
        else { return }
        requestCancel(target: head.segment)
    }

    func requestCancel(target: UInt64?) {
        guard !cancelling.isOnItsWay, let request = link.cancelRequest() else { return }
        cancelling.begin(target: target)
        let connection = LoopBound(self, on: loop)
        request.send { connection.execute { $0.cancelAcknowledged() } }
    }

    private func cancelAcknowledged() {
        guard isOpen else { return }
        cancelling.acknowledged(sentThrough: segments, at: loop.now)
        cancelHeadIfGivenUp()
        sendWaiting()
    }

    /// Checks the deadlines of the connection's database calls every 50 ms while there are any, so that no call needs
    /// its own timer.
    func armSweep() {
        guard sweep == nil, isOpen, !(pipeline.isEmpty && waiting.isEmpty && socketWaiter == nil) else { return }
        sweep = loop.schedule(after: .milliseconds(50)) { [weak self] in
            self?.sweep = nil
            self?.sweepNow()
        }
    }

    private func sweepNow() {
        guard isOpen else { return }
        let now = loop.now
        waiting.removeAll { ticket in
            guard ticket.deadline <= now else { return false }
            ticket.fail(.timedOut)
            return true
        }
        for ticket in pipeline.tickets where ticket.deadline <= now { giveUp(ticket, .deadline) }
        if let head = pipeline.head, let lastMoment = head.lastMoment, lastMoment <= now {
            return lose("the server did not answer a cancel request")
        }
        // Database calls that wait behind a slow one may have passed their deadlines or been cancelled. Their callers
        // get the most definite error now, and the later answers are dropped.
        for ticket in pipeline.tickets {
            guard let lastMoment = ticket.lastMoment, lastMoment <= now else { continue }
            ticket.fail(ticket.effect == .reads ? ticket.gaveUp : .outcomeUnknown)
        }
        if let waiter = socketWaiter, waiter.deadline <= now { return lose("the server did not answer in time") }
        if cancelling.mayHaveComeTooEarly(now) { cancelAgain() }
        armSweep()
    }

    private func cancelAgain() {
        if let target = cancelling.target, pipeline.head?.segment == target {
            requestCancel(target: target)
        } else if turn != nil, turn === unwantedTurn {
            requestCancel(target: nil)
        }
    }
}
