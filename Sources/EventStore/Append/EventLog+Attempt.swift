import EventLoop
import EventSourcing
import Identifiers
import Metrics
import PostgresClient
import SQL

/// The outcome of an attempt to write a batch.
enum Attempt {
    case written
    /// PostgreSQL or the program rejected, so nothing was written.
    case aborted(any Error)
    /// The commit was never sent, so nothing was written.
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

    /// An optimistic append: expects the feeds to end where this log's own last appends leave them, committed or not.
    /// Those appends come earlier on the same connection, or hold the feeds' locks already.
    ///
    /// - Returns: `nil` if the ends are unknown, or something must be read.
    private func optimisticAttempt(_ batch: Batch<Event>, _ inFlight: InFlightBatch<Event>) async -> Attempt? {
        guard batch.states.values.allSatisfy({ $0.mayAppendOptimistically() }) else { return nil }
        guard needsNothingAsked(batch) else { return nil }
        guard let connection = try? await optimistic.connection().connection else { return nil }
        // Other batches have the feeds' locks first, so waiting for their plans loses no time.
        for other in inFlightBatches {
            if other === inFlight { break }
            if other.batch.meets(batch) { await other.planned() }
        }
        // A batch that writes nothing would not notice that its states are out of date.
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
            // The feed token is proof of what was before it. Of what was read that came later, and may be lost since, it is none.
            guard command.known.values.allSatisfy({ $0 <= end }) else { return nil }
            // The feed token does not prove the events of an earlier batch in flight either. A command that follows others
            // may have read more than when it was taken in; and when commands are retried one by one, a batch that was
            // formed later may come between them.
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

    private func lockingAttempt(
        _ batch: Batch<Event>, _ inFlight: InFlightBatch<Event>,
        on opened: (connection: PostgresConnection, isNew: Bool)
    ) async -> Attempt {
        let connection = opened.connection
        // Taking the feeds' locks before an optimistic append in flight would make it fail.
        for other in inFlightBatches {
            if other === inFlight { break }
            guard other.batch.meets(batch) else { continue }
            await other.isUnderWay()
            if other.isOptimistic { await other.settled() }
        }
        if opened.isNew { distrustWhatIsKnown() }
        let since = era
        let check = BatchCheck(batch.commands, projections: projections) { knownFeeds.contains($0) }
        let plan: BatchPlan<Event>
        do {
            var checked = try check.read(try await connection.perform(check.statements, effect: .reads))
            for (index, command) in batch.commands.enumerated() where command.era != era && !command.known.isEmpty {
                checked.stale.insert(index)
            }
            // Events that were read beyond the feed's end have been lost since, although no connection was.
            for (index, command) in batch.commands.enumerated() {
                let end = checked.feeds[command.clinic]?.position ?? 0
                if command.known.values.contains(where: { $0 > end }) { checked.stale.insert(index) }
            }
            for (clinic, end) in checked.feeds { batch.states[clinic]?.begin(at: end.position) }
            // The previous holder of the lock has committed and is about to receive its answer.
            for other in inFlightBatches where other !== inFlight && other.hasLeft(checked.feeds) {
                await other.settled()
            }
            let conditions = AppendConditions(batch, feeds: checked.feeds)
            if !conditions.commands.isEmpty {
                let failed = try await connection.perform(.failedConditions(conditions), effect: .reads)
                for row in failed { checked.stale.insert(Int(try row.int64(0))) }
            }
            plan = try BatchPlan(batch, checked: checked, projections: projections)
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

    /// A new connection may lead to another server than before: a standby that lacked the ends of feeds, for example,
    /// whose feeds have continued differently since. Positions alone do not show that. (An optimistic append need not
    /// check: its expected feed token is proof.)
    package func distrustWhatIsKnown() {
        era += 1
        caches.forgetAll()
        keys.forgetAll()
        knownFeeds = []
    }

    /// Sends a plan's statements, which commit.
    private func commit(
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

extension PostgresError {
    /// An error for one statement, after which the connection can still be used.
    package var isStatementError: Bool {
        if case .server(let error) = self { !error.isFatal } else { false }
    }

    /// The server went away with this error. It does not say whether that was before or after a commit.
    var isFatal: Bool {
        if case .server(let error) = self { error.isFatal } else { false }
    }

    /// `move_feed` found another end than expected.
    var isFeedMoved: Bool {
        if case .server(let error) = self { error.sqlState == "CS001" } else { false }
    }

    /// Class 23 of PostgreSQL's appendix A.
    var isConstraintViolation: Bool {
        if case .server(let error) = self { error.sqlState.hasPrefix("23") } else { false }
    }
}
