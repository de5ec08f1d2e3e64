import EventLoop
import EventSourcing
import Identifiers
import Metrics
import PostgresClient
import SQL

/// The outcome of an attempt to write a batch.
enum Attempt {
    case written
    /// PostgreSQL or the program refused, so nothing was written.
    case aborted(any Error)
    /// The commit was never sent, so nothing was written.
    case notSent(PostgresError)
    /// The connection was lost after the commit was sent.
    case unknown
}

/// Writes a batch in one transaction. It is an optimistic append if the log knows the feeds' ends and needs to read
/// nothing, and a locking append in two round trips otherwise.
extension EventLog {
    func attempt(_ batch: Batch<Event>, _ flight: Flight<Event>) async -> Attempt {
        switch await straightAttempt(batch, flight) {
        case .written: return .written
        case .unknown: return .unknown
        // For any error, the locking append finds out which command it concerns.
        case .aborted, .notSent, nil: break
        }
        flight.willAsk()
        do {
            let opened = try await flight.writer.connection()
            let attempt = await checkedAttempt(batch, flight, on: opened)
            guard case .notSent = attempt, !opened.isNew, !opened.connection.isOpen else { return attempt }
            // The connection was dead before; a new one may work.
            return await checkedAttempt(batch, flight, on: try await flight.writer.connection())
        } catch { return .notSent(error) }
    }

    /// An optimistic append: expects the feeds to end where this log's own last appends leave them, committed or not.
    /// Those appends come earlier on the same connection, or hold the feeds' locks already.
    ///
    /// - Returns: `nil` if the ends are unknown, or something must be read.
    private func straightAttempt(_ batch: Batch<Event>, _ flight: Flight<Event>) async -> Attempt? {
        guard batch.facts.values.allSatisfy({ $0.mayAppendStraight() }) else { return nil }
        guard needsNothingAsked(batch) else { return nil }
        guard let connection = try? await straight.connection().connection else { return nil }
        // Other batches have the feeds' locks first, so waiting for their plans loses no time.
        for other in flights {
            if other === flight { break }
            if other.batch.meets(batch) { await other.planned() }
        }
        // A batch that writes nothing would not notice that its states are out of date.
        guard let plan = straightPlan(of: batch, flight), !plan.rows.isEmpty else { return nil }
        let attempt = await commit(
            plan, plan.rows.wholeTransaction, straight: true, of: batch, flight, on: connection)
        switch attempt {
        case .written:
            statistics.straight += 1
            for clinic in batch.facts.values { clinic.hasAppendedStraight() }
        case .aborted(let error as PostgresError) where error.isFeedMoved:
            statistics.overtaken += 1
            for clinic in batch.facts.values { clinic.hasBeenOvertaken() }
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

    private func straightPlan(of batch: Batch<Event>, _ flight: Flight<Event>) -> BatchPlan<Event>? {
        for command in batch.commands {
            guard !command.isOutdated, let end = batch.facts[command.clinic]?.end?.position else { return nil }
            // The mark is proof of what was before it. Of what was read that came later, and may be lost since, it is none.
            guard command.known.values.allSatisfy({ $0 <= end }) else { return nil }
            // The mark does not prove the events of an earlier batch in flight either. A command that follows others
            // may have read more than when it was taken in; and when commands are retried one by one, a batch that was
            // formed later may come between them.
            let isOvertaken = flights.contains { $0 !== flight && $0.moves != nil && $0.batch.blocks(command) }
            guard !isOvertaken else { return nil }
        }
        var checked = CheckedBatch(documents: projections.map { _ in [] })
        for (clinic, facts) in batch.facts {
            guard let end = facts.end, reach(clinic, facts) == end.position else { return nil }
            checked.feeds[clinic] = end
        }
        return try? BatchPlan(batch, checked: checked, projections: projections)
    }

    /// The position up to which all events of a feed have been received, or are being appended by this log.
    private func reach(_ clinic: UUIDBytes, _ facts: ClinicFacts<Event>) -> Int64 {
        var reach = facts.seen
        while let next = flights.first(where: { $0.moves?[clinic]?.positions?.lowerBound == reach + 1 }) {
            reach = next.moves?[clinic]?.to.position ?? .max
        }
        return reach
    }

    private func checkedAttempt(
        _ batch: Batch<Event>, _ flight: Flight<Event>, on opened: (connection: PostgresConnection, isNew: Bool)
    ) async -> Attempt {
        let connection = opened.connection
        // Taking the feeds' locks before an optimistic append in flight would make it fail.
        for other in flights {
            if other === flight { break }
            guard other.batch.meets(batch) else { continue }
            await other.isUnderWay()
            if other.isStraight { await other.settled() }
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
            for (clinic, end) in checked.feeds { batch.facts[clinic]?.begin(at: end.position) }
            // The previous holder of the lock has committed and is about to receive its answer.
            for other in flights where other !== flight && other.hasLeft(checked.feeds) { await other.settled() }
            let conditions = Conditions(batch, feeds: checked.feeds)
            if !conditions.commands.isEmpty {
                let failed = try await connection.perform(.failedConditions(conditions), effect: .reads)
                for row in failed { checked.stale.insert(Int(try row.int64(0))) }
            }
            plan = try BatchPlan(batch, checked: checked, projections: projections)
        } catch {
            knownFeeds.subtract(check.clinics)
            await flight.writer.rollBack()
            switch error {
            case let error as PostgresError where !error.isRefusal: return .notSent(error)
            default: return .aborted(error)
            }
        }
        let attempt = await commit(
            plan, plan.rows.restOfTransaction, straight: false, of: batch, flight, on: connection)
        if case .written = attempt {
            if since == era { knownFeeds.formUnion(check.clinics) }
            return .written
        }
        await flight.writer.rollBack()
        return attempt
    }

    /// A new connection may lead to another server than before: a standby that lacked the ends of feeds, for example,
    /// whose feeds have continued differently since. Positions alone do not show that. (An optimistic append need not
    /// check: its expected mark is proof.)
    package func distrustWhatIsKnown() {
        era += 1
        caches.forgetAll()
        keys.forgetAll()
        knownFeeds = []
    }

    /// Sends a plan's statements, which commit.
    private func commit(
        _ plan: BatchPlan<Event>, _ statements: [Statement], straight: Bool, of batch: Batch<Event>,
        _ flight: Flight<Event>, on connection: PostgresConnection
    ) async -> Attempt {
        let moves = plan.rows.moves
        for (clinic, move) in moves {
            batch.facts[clinic]?.end = move.to
            if let positions = move.positions { ownPositions.take(clinic, positions) }
        }
        flight.plans(moves, straight: straight)
        defer { flight.isSettled() }
        let since = NanosecondClock.now
        do {
            _ = try await connection.perform(statements)
            statistics.committing.record(NanosecondClock.now &- since)
        } catch {
            for (clinic, move) in moves {
                batch.facts[clinic]?.end = nil
                if let positions = move.positions { ownPositions.miss(clinic, positions) }
            }
            if error.isRefusal { return .aborted(error) }
            return error.isDefinite && !error.isFatal ? .notSent(error) : .unknown
        }
        settle(batch.commands, plan)
        return .written
    }
}

extension PostgresError {
    /// An error for one statement, after which the connection can still be used.
    var isRefusal: Bool {
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
