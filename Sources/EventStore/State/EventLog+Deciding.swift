import EventSourcing
import Identifiers
import EventLoop
import Metrics

/// The way of a command to its append: decide on cached states, fetch missing ones, decide again.
extension EventLog {
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
}
