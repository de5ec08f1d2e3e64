import DequeModule
import EventLoop

/// The state of a cancel request. The server stops whatever the session is doing when the request arrives. So while one
/// is in flight nothing new is sent, and a neighbouring statement that it hits is sent again.
struct Cancelling {
    /// The segment that is to be stopped.
    private(set) var target: UInt64?
    /// The server has not confirmed the request yet.
    private(set) var isOnItsWay = false
    /// The last segment sent before the request was confirmed.
    private var exposedThrough: UInt64 = 0
    private var acknowledgedAt = MonotonicTime(milliseconds: 0)

    /// After this time without effect the request must have arrived before the server began the statement.
    private static let patience = Duration.milliseconds(200)

    var holdsBack: Bool { isOnItsWay || target != nil }

    /// - Parameter target: nil outside the pipeline.
    mutating func begin(target: UInt64?) {
        self.target = target
        isOnItsWay = true
    }

    mutating func acknowledged(sentThrough segment: UInt64, at now: MonotonicTime) {
        isOnItsWay = false
        exposedThrough = segment
        acknowledgedAt = now
    }

    /// The server ignores a request while it is idle, which it may be when the request overtakes the statement.
    func mayHaveComeTooEarly(_ now: MonotonicTime) -> Bool { !isOnItsWay && acknowledgedAt + Self.patience <= now }

    mutating func completed(_ segment: UInt64) {
        if target == segment { target = nil }
    }

    /// The request was meant for another segment and may have stopped this one.
    func mayHaveHit(_ segment: UInt64) -> Bool { isOnItsWay || segment <= exposedThrough }
}

/// Deadlines and cancellation.
extension PostgresConnection {
    /// Asks the server to stop what this session is doing. Never blocks; the statement's caller gets `cancelled`, or
    /// its rows if it was faster.
    public func cancel() {
        loop.preconditionCurrent()
        guard isOpen, !cancelling.isOnItsWay else { return }
        if let head = pipeline.head { giveUp(head, .task) } else { requestCancel(target: nil) }
    }

    /// The caller no longer wants the answer.
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

    /// Checks for passed deadlines at an interval while anything waits: no timer per statement.
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
        // Behind a slow head: the caller is told what is certain now, and the late answer is dropped.
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
