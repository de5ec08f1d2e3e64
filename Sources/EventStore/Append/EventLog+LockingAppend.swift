import EventLoop
import EventSourcing
import Identifiers
import Metrics
import PostgresClient
import SQL

/// The functions for locking appends. The first round trip of such an append locks the feeds and reads what the
/// commands depend on. If PostgreSQL must check append conditions, a round trip asks which of them fail. The last round
/// trip writes the batch.
extension EventLog {
    func lockingAttempt(
        _ batch: Batch<Event>, _ inFlight: InFlightBatch<Event>,
        on opened: (connection: PostgresConnection, isNew: Bool)
    ) async -> Attempt {
        let connection = opened.connection
        await settleOptimisticAppends(before: inFlight, of: batch)
        if opened.isNew { distrustWhatIsKnown() }
        let since = era
        let check = BatchCheck(batch.commands, projections: projections) { knownFeeds.contains($0) }
        let plan: BatchPlan<Event>
        do {
            plan = try await lockedPlan(of: batch, inFlight, check, on: connection)
        } catch {
            knownFeeds.subtract(check.clinics)
            await inFlight.writer.rollBack()
            switch error {
            case let error as PostgresError where !error.isStatementError: return .notSent(error)
            default: return .aborted(error)
            }
        }
        let attempt = await commit(
            plan, plan.rows.restOfTransaction, optimistic: false, of: batch, inFlight, on: connection)
        if case .written = attempt {
            if since == era { knownFeeds.formUnion(check.clinics) }
            return .written
        }
        await inFlight.writer.rollBack()
        return attempt
    }

    /// Waits until no optimistic append of an earlier batch to the same clinics is in flight. Such an optimistic append
    /// would fail if this batch locked the feeds first.
    private func settleOptimisticAppends(before inFlight: InFlightBatch<Event>, of batch: Batch<Event>) async {
        for other in inFlightBatches {
            if other === inFlight { break }
            guard other.batch.meets(batch) else { continue }
            await other.isUnderWay()
            await other.optimisticIsSettled()
        }
    }

    /// Locks the feeds of a batch, and plans the batch while they are locked.
    private func lockedPlan(
        of batch: Batch<Event>, _ inFlight: InFlightBatch<Event>, _ check: BatchCheck<Event>,
        on connection: PostgresConnection
    ) async throws -> BatchPlan<Event> {
        var checked = try check.read(try await connection.perform(check.statements, effect: .reads))
        for (index, command) in batch.commands.enumerated() where command.era != era && !command.known.isEmpty {
            checked.stale.insert(index)
        }
        // After a failover of PostgreSQL, events that were committed can be missing, although no connection was lost. A
        // command that read such an event has recorded a position after the feed's end, so it is stale.
        for (index, command) in batch.commands.enumerated() {
            let end = checked.feeds[command.clinic]?.position ?? 0
            if command.known.values.contains(where: { $0 > end }) { checked.stale.insert(index) }
        }
        for (clinic, end) in checked.feeds { batch.states[clinic]?.begin(at: end.position) }
        // If a feed ends where another in-flight batch of the log leaves it, that batch has committed. So a locking
        // append waits for that batch's result: then the log has received its events before it collects the append
        // conditions.
        for other in inFlightBatches where other !== inFlight && other.hasLeft(checked.feeds) {
            await other.settled(leaving: checked.feeds)
        }
        let conditions = AppendConditions(batch, feeds: checked.feeds)
        if !conditions.commands.isEmpty {
            let failed = try await connection.perform(.failedConditions(conditions), effect: .reads)
            for row in failed { checked.stale.insert(Int(try row.int64(0))) }
        }
        return try BatchPlan(batch, checked: checked, projections: projections)
    }
}
