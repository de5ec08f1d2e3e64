import EventLoop
import EventSourcing
import Identifiers
import Metrics
import PostgresClient
import SQL

/// The outcome of an attempt to write a batch.
enum Attempt {
    case written
    /// PostgreSQL or the program refused the batch, so nothing was written.
    case aborted(any Error)
    /// The commit of the batch was never sent, so nothing was written.
    case notSent(PostgresError)
    /// The connection was lost after the commit was sent.
    case unknown
}

/// Writes a batch in one transaction. It is an optimistic append if the log knows the feeds' ends and needs to read
/// nothing, and a locking append in two round trips otherwise.
extension EventLog {
    func attempt(_ batch: Batch<Event>, _ inFlight: InFlightBatch<Event>) async -> Attempt {
        switch await optimisticAttempt(batch, inFlight) {
        case .written: return .written
        case .unknown: return .unknown
        // For any error, the locking append finds out which command it concerns.
        case .aborted, .notSent, nil: break
        }
        inFlight.willAsk()
        do {
            let opened = try await inFlight.writer.connection()
            let attempt = await lockingAttempt(batch, inFlight, on: opened)
            guard case .notSent = attempt, !opened.isNew, !opened.connection.isOpen else { return attempt }
            // The connection was dead before; a new one may work.
            return await lockingAttempt(batch, inFlight, on: try await inFlight.writer.connection())
        } catch { return .notSent(error) }
    }

    /// Drops everything known, after a new connection was opened. It may lead to another server than before: a standby
    /// that lacked the ends of feeds, for example, whose feeds have continued differently since. Positions alone do not
    /// show that. (An optimistic append need not check: its expected feed token is proof.)
    package func distrustWhatIsKnown() {
        era += 1
        caches.forgetAll()
        keys.forgetAll()
        knownFeeds = []
    }

    /// Sends a plan's statements, which include the commit.
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
        } catch {
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
