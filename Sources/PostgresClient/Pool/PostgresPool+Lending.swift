import DequeModule
import EventLoop
import SQL

/// A caller that waits until the pool lends it a connection exclusively.
final class Claim: Waiter<LoopBound<PoolSlot>> {
    let since: MonotonicTime
    let deadline: MonotonicTime

    init(since: MonotonicTime, deadline: MonotonicTime) {
        self.since = since
        self.deadline = deadline
    }
}

extension PostgresPool {
    /// Lends one of the pool's connections exclusively while `body` runs, for example for an explicit transaction or a
    /// COPY.
    ///
    /// If the pool has more than one connection, one is never lent. When `body` returns, an open transaction is rolled
    /// back, and session settings, locks and channels are reset. `body` must not keep the connection.
    ///
    /// - Throws: the error of `body`; `timedOut`, `busy`, `notConnected` or `cancelled` if no connection was available.
    public func withConnection<T>(_ body: (PostgresConnection) async throws -> T) async throws -> T {
        loop.preconditionCurrent()
        let slot = try await claim()
        guard let connection = slot.connection else {
            giveBack(slot)
            throw lastFailure
        }
        defer {
            connection.reset()
            giveBack(slot)
        }
        return try await body(connection)
    }

    /// Runs `body` in an explicit transaction on a connection that the pool lends exclusively.
    public func transaction<T>(
        _ isolation: Isolation = .readCommitted, _ body: (PostgresConnection) async throws -> T
    ) async throws -> T {
        try await withConnection { connection in
            try await connection.transaction(isolation) { try await body(connection) }
        }
    }

    private var mayLend: Int { max(1, slots.count - 1) }

    private func claim() async throws(PostgresError) -> PoolSlot {
        guard !isClosed else { throw .notConnected("closed") }
        guard claims.count < configuration.queueLimit else { throw .busy }
        let claim = Claim(since: loop.now, deadline: loop.deadline(after: configuration.deadline))
        claims.append(claim)
        armSweep()
        serveClaims()
        return try await claim.outcome(on: loop) { [weak self] in self?.withdraw(claim) }.value
    }

    /// Ends a caller's wait for an exclusive connection. If no other caller waits, the connection that was reserved is
    /// available to all callers again.
    private func withdraw(_ claim: Claim) {
        guard !claim.isAnswered else { return }
        claims.removeAll { $0 === claim }
        claim.fail(.cancelled)
        pump()
    }

    /// Lends idle connections to the callers that wait for exclusive use. If too few are idle, reserves busy ones,
    /// which get no further database calls until they are idle and can be lent.
    func serveClaims() {
        while !claims.isEmpty, slots.count(where: { $0.isLent }) < mayLend, let slot = nextToLend() {
            guard let connection = slot.connection else { return }
            guard connection.inFlight == 0, connection.canAccept else {
                slot.isReserved = true
                return
            }
            slot.isReserved = false
            slot.isLent = true
            claims.popFirst()?.succeed(LoopBound(slot, on: loop))
        }
        if claims.isEmpty { for slot in slots { slot.isReserved = false } }
    }

    /// The connection to lend exclusively next: a reserved one, or the one with the fewest database calls in flight;
    /// `nil` if there is none.
    private func nextToLend() -> PoolSlot? {
        let candidates = slots.filter { $0.connection != nil && !$0.isLent }
        return candidates.first { $0.isReserved }
            ?? candidates.min { ($0.connection?.inFlight ?? 0) < ($1.connection?.inFlight ?? 0) }
    }

    private func giveBack(_ slot: PoolSlot) {
        slot.isLent = false
        pump()
    }
}

extension PostgresConnection {
    /// Resets a session that was lent: its transaction, settings, locks and channels. The statements for that are sent
    /// before the next caller's, so no caller waits for them.
    func reset() {
        guard isOpen else { return }
        listeners = [:]
        var statements: [Statement] = []
        if !pipeline.isEmpty || link.transaction != .idle { statements.append("ROLLBACK") }
        statements += ["RESET ALL", "SELECT pg_advisory_unlock_all()", "UNLISTEN *"]
        let ticket = Ticket(
            statements, effect: .reads, since: loop.now, deadline: loop.deadline(after: configuration.deadline),
            isPooled: false)
        waiting.append(ticket)
        sendWaiting()
        armSweep()
    }
}
