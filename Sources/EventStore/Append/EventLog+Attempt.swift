import EventLoop
import EventSourcing
import Identifiers
import Metrics
import PostgresClient
import SQL

/// Writes a batch in one transaction. If the log knows the feeds' ends and needs to read nothing, it tries an
/// optimistic append. If that is impossible or fails, it makes a locking append.
extension EventLog {
    func attempt(_ batch: Batch<Event>, _ inFlight: InFlightBatch<Event>) async -> Attempt {
        switch await optimisticAttempt(batch, inFlight) {
        case .written: return .written
        case .unknown: return .unknown
        // After an optimistic append that failed or was impossible, the batch is written by a locking append, which
        // finds the commands that cannot be written.
        case .aborted, .notSent, nil: break
        }
        inFlight.willAsk()
        do {
            let opened = try await inFlight.writer.connection()
            let attempt = await lockingAttempt(batch, inFlight, on: opened)
            guard case .notSent = attempt, !opened.isNew, !opened.connection.isOpen else { return attempt }
            // The locking append could not be sent, since its connection was already broken. Try once more on a new
            // connection.
            return await lockingAttempt(batch, inFlight, on: try await inFlight.writer.connection())
        } catch { return .notSent(error) }
    }

    /// Drops all cached states and keys after a new connection was opened. The connection may lead to another
    /// PostgreSQL server, such as a promoted standby that lacks the last events and has others at their positions.
    /// Positions alone do not reveal that. A new connection for optimistic appends is no reason to drop anything: the
    /// feed token that such an append expects proves that the feed is the same.
    package func distrustWhatIsKnown() {
        era += 1
        caches.forgetAll()
        keys.forgetAll()
        knownFeeds = []
    }

    /// Sends the statements that write and commit a planned batch, waits for the outcome, and settles the batch's
    /// commands if it was committed.
    func commit(
        _ plan: BatchPlan<Event>, _ statements: [Statement], optimistic: Bool, of batch: Batch<Event>,
        _ inFlight: InFlightBatch<Event>, on connection: PostgresConnection
    ) async -> Attempt {
        let moves = plan.rows.moves
        for (clinic, move) in moves {
            batch.states[clinic]?.end = move.to
            if let positions = move.positions { ownPositions.take(clinic, positions) }
        }
        inFlight.plans(moves, optimistic: optimistic)
        defer { inFlight.isSettled() }
        let since = NanosecondClock.now
        do {
            _ = try await connection.perform(statements)
            statistics.committing.record(NanosecondClock.now &- since)
            storage.stored()
        } catch {
            storage.failed(error)
            for (clinic, move) in moves {
                batch.states[clinic]?.end = nil
                if let positions = move.positions { ownPositions.miss(clinic, positions) }
            }
            if error.isStatementError { return .aborted(error) }
            return error.isDefinite && !error.isFatal ? .notSent(error) : .unknown
        }
        settle(batch.commands, plan)
        return .written
    }
}
