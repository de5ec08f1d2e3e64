public import EventSourcing
public import Identifiers
import EventLoop
import Metrics

extension EventLog {
    /// Answers a question from states, without an append.
    ///
    /// - Parameters:
    ///   - fresh: whether the answer must include everything appended before the call, by any process. That takes one
    ///     statement, which fetches only new events; otherwise the cached states are used.
    ///   - answer: pure, and perhaps called several times; only the call that finds every state in the cache counts.
    public func read<Answer, Rejection: Error>(
        _ clinic: UUIDBytes, fresh: Bool = true,
        _ answer: (inout DecisionModel<Event>) throws(Rejection) -> Answer
    ) async throws(LogFailure<Rejection>) -> Answer {
        loop.preconditionCurrent()
        var freshFrom: Int64? = fresh ? nil : 0
        for _ in 0..<limits.fetchesPerCommand {
            var model = DecisionModel(caches[clinic].cache)
            let result = Result { () throws(Rejection) in try answer(&model) }
            if model.missing.isEmpty, model.areKnown(from: freshFrom) {
                do { return try result.get() } catch { throw .rejected(error) }
            }
            do throws(LogFailure<Never>) {
                let position = try await load(clinic, missing: model.missing, refreshing: model.known)
                freshFrom = min(freshFrom ?? position, position)
            } catch { throw error.forCommands() }
        }
        throw .conflict
    }

    /// Answers a question from cached states only, without waiting; `nil` if one is missing.
    public func readFromMemory<Answer>(_ clinic: UUIDBytes, _ answer: (inout DecisionModel<Event>) -> Answer) -> Answer?
    {
        loop.preconditionCurrent()
        var model = DecisionModel(caches[clinic].cache)
        let result = answer(&model)
        return model.missing.isEmpty ? result : nil
    }

    /// Advances a command: decides it on cached states, fetches missing ones, or passes it to the writer.
    func proceed(_ command: PendingCommand<Event>) {
        switch decide(command) {
        case .missing(let subjects): fetch(for: command, missing: subjects)
        case .proposed:
            guard seal(command) else { return }
            command.queuedSince = NanosecondClock.now
            queue.append(command, in: command.clinic)
            startWriting()
        case .rejected:
            if command.isDecidedOnFreshStates { refuse(command) } else { fetch(for: command, missing: []) }
        }
    }

    /// Runs a command's decision on the cached states.
    func decide(_ command: PendingCommand<Event>) -> PendingCommand<Event>.Run {
        let since = NanosecondClock.now
        defer { statistics.deciding.record(NanosecondClock.now &- since) }
        return command.run(caches[command.clinic].cache, in: era)
    }

    /// Rejects a command unless it was done before.
    ///
    /// Its id is looked up after the rejecting run: the run may have seen the events of another try of the same
    /// command.
    private func refuse(_ command: PendingCommand<Event>) {
        guard let id = command.envelope.commandID else { return command.finish(.rejected) }
        let request = StateRequest<Event>(missing: [], refreshing: [:], id: id) { [self] result in
            switch result {
            case .success(let fetched): if fetched.isDone { confirm(command) } else { command.finish(.rejected) }
            case .failure(let failure): command.finish(.failed(failure))
            }
        }
        fetch(request, of: command.clinic)
    }

    /// Answers a command with its stored answer, by way of an append.
    private func confirm(_ command: PendingCommand<Event>) {
        command.wasDone = true
        command.queuedSince = NanosecondClock.now
        queue.append(command, in: command.clinic)
        startWriting()
    }

    /// Fetches the states that a command's last run lacked, updates those that it read, and advances it.
    func fetch(for command: PendingCommand<Event>, missing: [AnySubject<Event>]) {
        command.fetches += 1
        guard command.fetches <= limits.fetchesPerCommand else { return command.finish(.failed(.conflict)) }
        let request = StateRequest(missing: missing, refreshing: command.known) { [self] result in
            switch result {
            case .success(let fetched):
                // The position can be lower than before if the feed has lost its end.
                command.freshFrom = min(command.freshFrom ?? fetched.position, fetched.position)
                proceed(command)
            case .failure(let failure): command.finish(.failed(failure))
            }
        }
        fetch(request, of: command.clinic)
    }

    private func load(
        _ clinic: UUIDBytes, missing: [AnySubject<Event>], refreshing known: [Tag: Int64]
    ) async throws(LogFailure<Never>) -> Int64 {
        let result = await withCheckedContinuation { continuation in
            fetch(
                StateRequest(missing: missing, refreshing: known) { continuation.resume(returning: $0) }, of: clinic)
        }
        return try result.get().position
    }
}

extension DecisionModel {
    /// Whether every state that was read is known up to a position or further.
    func areKnown(from position: Int64?) -> Bool {
        if known.isEmpty { return true }
        guard let position else { return false }
        return known.values.allSatisfy { $0 >= position }
    }
}
