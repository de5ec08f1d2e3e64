import EventLoop
import SQL

/// Sends the statements of database calls through libpq.
extension PostgresConnection {
    /// Sends a database call's statements; the caller of this function has checked `canAccept`.
    func send(_ ticket: Ticket) {
        for name in prepared.takeEvicted() { deallocate(name) }
        guard isOpen else { return refuse(ticket) }
        segments += 1
        ticket.segment = segments
        ticket.attempts += 1
        var steps: [Pipeline<Ticket, Rows>.Step] = []
        steps.reserveCapacity(ticket.statements.count + 1)
        for statement in ticket.statements {
            guard put(statement, &steps) else { return broke(ticket) }
        }
        guard link.sendSync() else { return broke(ticket) }
        if pipeline.isEmpty { headSince = loop.now }
        pipeline.append(ticket, steps: steps)
        scheduleFlush()
    }

    private func put(_ statement: Statement, _ steps: inout [Pipeline<Ticket, Rows>.Step]) -> Bool {
        switch prepared.use(statement, segment: segments) {
        case .named(let known):
            steps.append(.execute)
            return link.sendPrepared(known.name, statement.binds)
        case .prepare(let new):
            steps.append(.prepare(new))
            steps.append(.execute)
            return link.sendPrepare(new) && link.sendPrepared(new.name, statement.binds)
        case .unnamed:
            steps.append(.execute)
            return link.sendUnprepared(statement.text, statement.binds)
        }
    }

    /// Closes a prepared statement in PostgreSQL. A Sync message follows immediately, so that a failure affects no
    /// database call.
    private func deallocate(_ name: String) {
        segments += 1
        let ticket = Ticket(
            [], effect: .reads, since: loop.now, deadline: loop.deadline(after: configuration.deadline), isPooled: false
        )
        ticket.segment = segments
        // The prepared statement's name needs no quoting: `PreparedStatements` makes it of a letter and digits.
        guard link.sendUnprepared("DEALLOCATE \(name)", []), link.sendSync() else { return broke(ticket) }
        pipeline.append(ticket, steps: [.execute])
    }

    /// Fails a database call whose statements libpq accepted only in part or not at all, and closes the connection. The
    /// statements cannot take effect, since PostgreSQL gets no Sync message for them.
    private func broke(_ ticket: Ticket) {
        let reason = link.errorMessage
        refuse(ticket)
        lose(reason)
    }

    private func refuse(_ ticket: Ticket) {
        if ticket.isPooled, onRetry?(ticket) == true { return }
        ticket.fail(.notConnected(closedReason))
    }
}
