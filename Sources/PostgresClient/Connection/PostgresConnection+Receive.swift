import DequeModule
import EventLoop

/// Reads libpq's results, and answers the database calls to which they belong.
extension PostgresConnection {
    /// Reads the data that has arrived from PostgreSQL, and handles its results and notifications. Returns false if the
    /// connection is lost.
    func receive() -> Bool {
        guard isOpen else { return false }
        let isAlive = link.consume()
        takeReplies()
        // With TLS, OpenSSL may hold received data for which libpq had no room. The socket does not become readable for
        // that data, so libpq is asked again.
        if isAlive, isOpen, link.usesTLS {
            for _ in 0..<3 where isOpen && link.consume() { takeReplies() }
        }
        guard isOpen else { return false }
        guard isAlive, !link.isBroken else {
            lose(link.errorMessage)
            return false
        }
        takeNotifications()
        return isOpen
    }

    func takeReplies() {
        while isOpen, !pipeline.isEmpty, !link.isBusy {
            guard let result = link.nextResult() else {
                act(on: .end)
                continue
            }
            if case .lost(let why) = result { return lose(why) }
            act(on: result.reply)
        }
    }

    private func act(on reply: StatementReply<Rows>) {
        switch pipeline.receive(reply) {
        case .wait: break
        case .prepared(let statement): prepared.confirm(statement)
        case .notPrepared(let statement): prepared.forget(statement)
        case .complete(let ticket, let outcome):
            headSince = loop.now
            complete(ticket, outcome)
            cancelHeadIfGivenUp()
        case .violation(let what): lose("PostgreSQL protocol: \(what)")
        }
    }

    private func complete(_ ticket: Ticket, _ outcome: Result<[Rows], ServerError>) {
        cancelling.completed(ticket.segment)
        // libpq reports a warning before the result that follows it, but never before the first answer to the call
        // whose statement caused it. So the warning belongs to the first unanswered database call.
        let isInDoubt = link.takeDoubt() && ticket.effect == .writes
        switch outcome {
        case .success where isInDoubt: ticket.fail(.outcomeUnknown)
        case .success(let rows): ticket.answer(.success(rows))
        case .failure(let error): fail(ticket, error)
        }
    }

    private func fail(_ ticket: Ticket, _ error: ServerError) {
        if error.isCancellation {
            if ticket.cause == nil, cancelling.mayHaveHit(ticket.segment), sendAgain(ticket, atMost: 8) { return }
            return ticket.fail(ticket.gaveUp)
        }
        if error.isStaleStatement {
            prepared.forget(usedIn: ticket.statements)
            if ticket.cause == nil, sendAgain(ticket, atMost: 2) { return }
        }
        ticket.fail(.server(error))
    }

    /// Sends the statements of a failed database call again from the start. Their implicit transaction was rolled back,
    /// so they do not take effect twice. Returns false if they cannot be sent again.
    private func sendAgain(_ ticket: Ticket, atMost attempts: Int) -> Bool {
        guard ticket.attempts < attempts, !ticket.isAnswered, !ticket.commits else { return false }
        if ticket.isPooled { return onRetry?(ticket) == true }
        // A database call is not sent again if other calls were sent after it or a transaction is open: the caller may
        // rely on the order of its calls. (libpq's transaction status is useless while answers are pending.)
        guard pipeline.isEmpty, waiting.isEmpty, link.transaction == .idle else { return false }
        waiting.prepend(ticket)
        return true
    }

    private func takeNotifications() {
        while isOpen, let notification = link.nextNotification() {
            listeners[notification.channel]?(notification)
        }
    }

    /// After the connection was lost, tells each caller of a database call whether its statements took effect, as far
    /// as that is known.
    func answerLost(_ reason: String) {
        let fates = pipeline.lose(lastIsWhole: !flushPending, commits: { $0.commits })
        for (ticket, fate) in fates {
            switch fate {
            case .refused(let error): ticket.fail(error.isCancellation ? ticket.gaveUp : .server(error))
            case .ended: ticket.fail(.notConnected(reason))
            case .notApplied: retryOrFail(ticket, .notConnected(reason))
            case .unknown:
                guard ticket.effect == .reads else {
                    ticket.fail(.outcomeUnknown)
                    continue
                }
                retryOrFail(ticket, ticket.cause == nil ? .notConnected(reason) : ticket.gaveUp)
            }
        }
        while let ticket = waiting.popFirst() { retryOrFail(ticket, .notConnected(reason)) }
    }

    private func retryOrFail(_ ticket: Ticket, _ error: PostgresError) {
        if ticket.isPooled, !ticket.isAnswered, ticket.cause == nil, ticket.attempts < 3, onRetry?(ticket) == true {
            return
        }
        ticket.fail(error)
    }
}
