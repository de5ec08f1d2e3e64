import EventLoop
import EventSourcing
import Identifiers
import Metrics
import PostgresClient
import SQL

/// The functions for optimistic appends: the whole transaction is sent in one round trip, and fails if a feed does not
/// end as expected.
extension EventLog {
    /// Tries an optimistic append. The append expects each feed to end where this log's own last append leaves it,
    /// committed or in flight. An append in flight was sent earlier on the same connection, or holds the feed's lock
    /// already.
    ///
    /// - Returns: `nil` if no optimistic append was sent, for example because an end is unknown or something must be
    ///   read.
    func optimisticAttempt(_ batch: Batch<Event>, _ inFlight: InFlightBatch<Event>) async -> Attempt? {
        guard batch.states.values.allSatisfy({ $0.mayAppendOptimistically() }) else { return nil }
        guard needsNothingAsked(batch) else { return nil }
        guard let connection = try? await optimistic.connection().connection else { return nil }
        // Batches that were sent earlier lock the feeds of the same clinics first. So no time is lost if an optimistic
        // append waits until these batches are planned.
        for other in inFlightBatches {
            if other === inFlight { break }
            if other.batch.meets(batch) { await other.planned() }
        }
        // A batch that writes no row cannot be an optimistic append: its empty transaction would succeed even if the
        // states that its commands read are out of date.
        guard let plan = optimisticPlan(of: batch, inFlight), !plan.rows.isEmpty else { return nil }
        let attempt = await commit(
            plan, plan.rows.wholeTransaction, optimistic: true, of: batch, inFlight, on: connection)
        switch attempt {
        case .written:
            statistics.optimistic += 1
            for clinic in batch.states.values { clinic.hasAppendedOptimistically() }
        case .aborted(let error as PostgresError) where error.isFeedMoved:
            statistics.overtaken += 1
            for clinic in batch.states.values { clinic.hasBeenOvertaken() }
        case .aborted, .notSent, .unknown: break
        }
        return attempt
    }

    private func needsNothingAsked(_ batch: Batch<Event>) -> Bool {
        for command in batch.commands {
            if command.isAskedAfter { return false }
            for projection in projections where !projection.needsNothingRead(for: command) { return false }
        }
        return true
    }

    private func optimisticPlan(of batch: Batch<Event>, _ inFlight: InFlightBatch<Event>) -> BatchPlan<Event>? {
        for command in batch.commands {
            guard !command.isOutdated, let end = batch.states[command.clinic]?.end?.position else { return nil }
            // The feed token proves only the events up to the end of the feed that the log knows. If a command read a
            // later event, PostgreSQL may have lost that event, so the append cannot be optimistic.
            guard command.known.values.allSatisfy({ $0 <= end }) else { return nil }
            // Other batches in flight may write events that change the states that the command read. The feed token
            // does not reveal such changes. This can happen in two cases. A speculative decision may have read more
            // tags than the command's first decision. And if the commands of a batch are retried one by one, a batch
            // that was formed later may be written between them.
            let isOvertaken = inFlightBatches.contains {
                $0 !== inFlight && $0.moves != nil && $0.batch.blocks(command)
            }
            guard !isOvertaken else { return nil }
        }
        var checked = CheckedBatch(documents: projections.map { _ in [] })
        for (clinic, states) in batch.states {
            guard let end = states.end, reach(clinic, states) == end.position else { return nil }
            checked.feeds[clinic] = end
        }
        return try? BatchPlan(batch, checked: checked, projections: projections)
    }

    /// The position up to which all events of a feed have been received, or are being appended by this log.
    private func reach(_ clinic: UUIDBytes, _ states: ClinicStates<Event>) -> Int64 {
        var reach = states.seen
        while let next = inFlightBatches.first(where: { $0.moves?[clinic]?.positions?.lowerBound == reach + 1 }) {
            reach = next.moves?[clinic]?.to.position ?? .max
        }
        return reach
    }
}
