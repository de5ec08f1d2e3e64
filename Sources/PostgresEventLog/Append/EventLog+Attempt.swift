import EventLoop
import EventSourcing
import Identifiers
import Metrics
import PostgresClient
import SQL

/// What became of an attempt to write a batch.
enum Attempt {
    case written
    /// PostgreSQL or the program refused, so nothing was written.
    case aborted(any Error)
    /// The commit was never sent, so nothing was written.
    case notSent(PostgresError)
    /// The connection was lost after the commit was sent.
    case unknown
}

/// One transaction for a batch: in one piece where the log knows how the feeds end and needs nothing read, else in two,
/// the first of which asks.
extension EventLog {
    func attempt(_ batch: Batch<Event>, _ flight: Flight<Event>) async -> Attempt {
        switch await straightAttempt(batch, flight) {
        case .written: return .written
        case .unknown: return .unknown
        // Whatever it was, the other way finds out what stands in the way of which command.
        case .aborted, .notSent, nil: break
        }
        flight.willAsk()
        do {
            let opened = try await flight.writer.connection()
            let attempt = await checkedAttempt(batch, flight, on: opened)
            guard case .notSent = attempt, !opened.isNew, !opened.connection.isOpen else { return attempt }
            // It was dead before; a new one may live.
            return await checkedAttempt(batch, flight, on: try await flight.writer.connection())
        } catch { return .notSent(error) }
    }

    /// In one piece, on the expectation that the feeds end where this log's own last appends leave them, committed or
    /// not: those are before it on the same connection, or hold the feeds' locks already.
    ///
    /// - Returns: `nil` where that cannot be expected, or something has to be read.
    private func straightAttempt(_ batch: Batch<Event>, _ flight: Flight<Event>) async -> Attempt? {
        guard batch.facts.values.allSatisfy({ $0.mayAppendStraight() }) else { return nil }
        guard needsNothingAsked(batch) else { return nil }
        guard let connection = try? await straight.connection().connection else { return nil }
        // They have the feeds' locks first, so nothing is lost by waiting for what they do with them.
        for other in flights {
            if other === flight { break }
            if other.batch.meets(batch) { await other.planned() }
        }
        // What writes nothing would not notice that its facts are out of date.
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
            // Nor is it of what a batch before this one is bringing. A command that follows others may read more than when it was
            // taken in, and where commands go one by one, a batch that was put together later may come between them.
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

    /// The position up to which all of a feed has been heard of or is being appended by this log.
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
        // To take the feeds' locks before one that expects to find their ends would make it fail.
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
            // What was read behind the feed's end has been lost since, though no connection was.
            for (index, command) in batch.commands.enumerated() {
                let end = checked.feeds[command.clinic]?.position ?? 0
                if command.known.values.contains(where: { $0 > end }) { checked.stale.insert(index) }
            }
            for (clinic, end) in checked.feeds { batch.facts[clinic]?.begin(at: end.position) }
            // Who had the lock before has committed, and is about to hear so.
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

    /// Behind a new connection may be another server than the one that everything is known from: a standby that lacked the
    /// ends of feeds, say, on which they have gone on otherwise since. From positions alone that is not to be seen. (An append
    /// in one piece need not ask: the mark that it expects is proof.)
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
    /// PostgreSQL's answer to a statement, after which the connection lives on.
    var isRefusal: Bool {
        if case .server(let error) = self { !error.isFatal } else { false }
    }

    /// The server went away with this; whether before or after a commit, it does not say.
    var isFatal: Bool {
        if case .server(let error) = self { error.isFatal } else { false }
    }

    /// `move_feed` found another end than was expected.
    var isFeedMoved: Bool {
        if case .server(let error) = self { error.sqlState == "CS001" } else { false }
    }

    /// Class 23 of PostgreSQL's appendix A.
    var isConstraintViolation: Bool {
        if case .server(let error) = self { error.sqlState.hasPrefix("23") } else { false }
    }
}
