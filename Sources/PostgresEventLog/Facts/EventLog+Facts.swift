public import EventSourcing
public import Identifiers
import DequeModule
import EventLoop
import PostgresClient
import SQL

extension EventLog {
    /// Answers a question from facts, without appending.
    ///
    /// - Parameters:
    ///   - fresh: whether the answer has to see all that was appended before the call, by any process. That takes one
    ///     statement, which fetches only what came since; otherwise the facts at hand will do.
    ///   - answer: pure, and perhaps called several times; only the call that finds every fact at hand counts.
    public func read<Answer, Rejection: Error>(
        _ clinic: UUIDBytes, fresh: Bool = true,
        _ answer: (inout Facts<Event>) throws(Rejection) -> Answer
    ) async throws(LogFailure<Rejection>) -> Answer {
        loop.preconditionCurrent()
        var freshFrom: Int64? = fresh ? nil : 0
        for _ in 0..<limits.fetchesPerCommand {
            var facts = Facts(caches[clinic])
            let result = Result { () throws(Rejection) in try answer(&facts) }
            if facts.missing.isEmpty, facts.areKnown(from: freshFrom) {
                do { return try result.get() } catch { throw .refused(error) }
            }
            do {
                let position = try await load(clinic, missing: facts.missing, refreshing: facts.known).position
                freshFrom = freshFrom ?? position
            } catch { throw LogFailure<Never>(error).forCommands() }
        }
        throw .conflict
    }

    /// Answers a question from the facts at hand alone, without waiting; `nil` where one is missing.
    public func readFromMemory<Answer>(_ clinic: UUIDBytes, _ answer: (inout Facts<Event>) -> Answer) -> Answer? {
        loop.preconditionCurrent()
        var facts = Facts(caches[clinic])
        let result = answer(&facts)
        return facts.missing.isEmpty ? result : nil
    }

    /// Moves a command on: decides it with the facts at hand, fetches what is missing, or lets the writer have it.
    func proceed(_ command: PendingCommand<Event>) {
        switch command.run(caches[command.clinic]) {
        case .missing(let subjects): fetch(for: command, missing: subjects)
        case .proposed:
            queue.append(command)
            startWriting()
        case .refused:
            if command.isKnownToBeNew && command.isDecidedOnFreshFacts {
                command.finish(.refused)
            } else {
                // The facts may have changed since, perhaps by this very command's first try.
                fetch(for: command, missing: [])
            }
        }
    }

    /// Fetches what a command's last run lacked, brings up to date what it read, and moves it on.
    func fetch(for command: PendingCommand<Event>, missing: [AnySubject<Event>]) {
        command.fetches += 1
        guard command.fetches <= limits.fetchesPerCommand else { return command.finish(.failed(.conflict)) }
        Task(executorPreference: loop) {
            do {
                let id = command.isKnownToBeNew ? nil : command.envelope.commandID
                let (position, stored) = try await self.load(
                    command.clinic, missing: missing, refreshing: command.known, lookingUp: id)
                if let stored {
                    let outcome = stored.outcome(for: command.envelope, isOwn: command.mayBeDone)
                    return command.finish(outcome.map { .done($0) } ?? .failed(.commandIDReused))
                }
                command.isKnownToBeNew = true
                command.freshFrom = command.freshFrom ?? position
                self.proceed(command)
            } catch { command.finish(.failed(LogFailure(error))) }
        }
    }

    /// Fetches what a clinic's facts lack, and the answer to a command's id.
    ///
    /// - Returns: the feed's last position, which the facts are now known up to.
    private func load(
        _ clinic: UUIDBytes, missing: [AnySubject<Event>], refreshing known: [Tag: Int64],
        lookingUp id: UUIDBytes? = nil
    ) async throws -> (position: Int64, stored: StoredAnswer?) {
        statistics.fetches += 1
        let after = caches[clinic].request(missing: missing, refreshing: known)
        var statements = [Statement.facts(of: clinic, after: after)]
        if let id { statements.append(.answers([InClinic(clinic: clinic, value: id)])) }
        let results = try await reads.perform(statements)
        guard results.count == statements.count, let first = results[0].first else {
            throw PostgresError.protocolViolation("no feed position")
        }
        let position = try first.int64(0)
        var decoder = EventDecoder<Event>(clinic: clinic)
        var events: [Recorded<Event>] = []
        for row in results[0] {
            // A feed without anything new under these tags is one row with its position alone.
            if try row.isNull(1) { continue }
            events.append(try decoder.decode(StoredEvent(row)))
        }
        caches[clinic].load(missing, after: after, events: events, upTo: position)
        let stored = try id.flatMap { _ in results[1].first }.map { try StoredAnswer($0) }
        return (position, stored)
    }
}

extension Facts {
    /// Whether every fact that was read is known up to a position or further.
    func areKnown(from position: Int64?) -> Bool {
        if known.isEmpty { return true }
        guard let position else { return false }
        return known.values.allSatisfy { $0 >= position }
    }
}
