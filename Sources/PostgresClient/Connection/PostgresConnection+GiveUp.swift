import DequeModule
import EventLoop

/// The state of a cancel request. PostgreSQL stops the statement that the session runs when the request arrives. So
/// nothing new is sent while a request is in flight, and another statement that PostgreSQL stops by mistake is sent
/// again.
struct Cancelling {
    /// The segment that the cancel request should stop.
    private(set) var target: UInt64?
    /// Whether PostgreSQL has not confirmed the cancel request yet.
    private(set) var isOnItsWay = false
    /// The last segment that was sent before the cancel request was confirmed.
    private var exposedThrough: UInt64 = 0
    private var acknowledgedAt = MonotonicTime(milliseconds: 0)

    /// The time to wait for the effect of a cancel request. If the statement still runs after it, the request must have
    /// arrived before PostgreSQL began the statement.
    private static let patience = Duration.milliseconds(200)

    var holdsBack: Bool { isOnItsWay || target != nil }

    /// Begins a cancel request.
    ///
    /// - Parameter target: the segment to stop; `nil` outside the pipeline.
    mutating func begin(target: UInt64?) {
        self.target = target
        isOnItsWay = true
    }

    mutating func acknowledged(sentThrough segment: UInt64, at now: MonotonicTime) {
        isOnItsWay = false
        exposedThrough = segment
        acknowledgedAt = now
    }

    /// Whether the cancel request may have arrived too early: an idle PostgreSQL session ignores it, and the session
    /// may be idle if the request overtakes its statement.
    func mayHaveComeTooEarly(_ now: MonotonicTime) -> Bool { !isOnItsWay && acknowledgedAt + Self.patience <= now }

    mutating func completed(_ segment: UInt64) {
        if target == segment { target = nil }
    }

    /// Whether a cancel request that was meant for another segment may have stopped this one.
    func mayHaveHit(_ segment: UInt64) -> Bool { isOnItsWay || segment <= exposedThrough }
}

/// Deadlines and cancellation of statements.
extension PostgresConnection {
    /// Asks PostgreSQL to stop the running statement of this session. Never blocks. The statement's caller receives
    /// `cancelled`, or the rows if the statement finished first.
    public func cancel() {
        loop.preconditionCurrent()
        guard isOpen, !cancelling.isOnItsWay else { return }
        if let head = pipeline.head { giveUp(head, .task) } else { requestCancel(target: nil) }
    }

    /// Gives up a ticket whose caller no longer wants the answer.
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

    /// Checks at an interval for expired deadlines of waiting segments, so that no segment needs its own timer.
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
        // These tickets wait behind a slow one. Their callers receive the most definite answer now, and late answers
        // are dropped.
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
