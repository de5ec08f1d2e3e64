import DequeModule
import EventLoop

/// The pool's choice of a connection for each database call.
extension PostgresPool {
    /// The time after which the first unanswered database call of a connection counts as slow, so that the connection
    /// gets no further calls.
    static let slowAfter: Duration = .milliseconds(20)

    /// The pool's connection with the fewest database calls in flight; `nil` if all are full, slow, lent or lost.
    func bestSlot() -> PoolSlot? {
        var best: PoolSlot?
        var least = Int.max
        for slot in slots where slot.isShared {
            guard let connection = slot.connection, connection.canAccept else { continue }
            let load = connection.inFlight
            if load > 0, loop.now - connection.headSince > Self.slowAfter { continue }
            if load < least {
                best = slot
                least = load
                if load == 0 { break }
            }
        }
        return best
    }

    /// Lends connections to callers that wait for exclusive use of one, and passes the database calls in the pool's
    /// queue to connections that have room.
    func pump() {
        guard !isClosed else { return }
        serveClaims()
        while let ticket = waiting.first {
            if ticket.isAnswered {
                waiting.removeFirst()
                continue
            }
            if isOutdated(ticket) {
                ticket.fail(.notConnected(Self.openedAnew))
                continue
            }
            guard let slot = bestSlot(), let connection = slot.connection else { break }
            waiting.removeFirst()
            connection.take(ticket)
        }
    }

    static var openedAnew: String { "a connection has been opened since, perhaps to another server" }

    func isOutdated(_ ticket: Ticket) -> Bool { ticket.asOf.map { $0 != reopened } ?? false }

    /// Puts a database call that certainly had no effect back into the pool's queue, in front, since it has waited
    /// longest. Returns false if the call's deadline has passed or the pool is closed.
    func takeBack(_ ticket: Ticket) -> Bool {
        guard !isClosed, ticket.deadline > loop.now else { return false }
        waiting.prepend(ticket)
        armSweep()
        return true
    }

    /// Checks the deadlines of the callers in the pool's queues every 50 ms, while there are any.
    func armSweep() {
        guard sweep == nil, !isClosed, !(waiting.isEmpty && claims.isEmpty) else { return }
        sweep = loop.schedule(after: .milliseconds(50)) { [weak self] in
            self?.sweep = nil
            self?.sweepNow()
        }
    }

    private func sweepNow() {
        let now = loop.now
        let isDown = isDown
        func end(_ waiter: Waiter<some Sendable>, since: MonotonicTime, deadline: MonotonicTime) -> Bool {
            if isDown, deadline <= now || now - max(since, downSince) > configuration.connectTimeout {
                // If the pool has no connection, the caller gets `notConnected` and not `timedOut`, since a longer wait
                // would not help.
                waiter.fail(lastFailure)
            } else if deadline <= now {
                waiter.fail(.timedOut)
            }
            return waiter.isAnswered
        }
        waiting.removeAll { end($0, since: $0.since, deadline: $0.deadline) }
        claims.removeAll { end($0, since: $0.since, deadline: $0.deadline) }
        pump()
        armSweep()
    }
}

extension PostgresConnection {
    /// Sends the statements of a database call that was made to the pool. The pool has checked `canAccept`.
    func take(_ ticket: Ticket) {
        send(ticket)
        armSweep()
    }

    func giveUpIfHeld(_ ticket: Ticket, _ cause: Ticket.Cause) {
        if pipeline.tickets.contains(where: { $0 === ticket }) || waiting.contains(where: { $0 === ticket }) {
            giveUp(ticket, cause)
        }
    }
}
