import EventSourcing
import Identifiers
import EventLoop
import Metrics

/// The steps of a command before its append: it is decided on cached states, missing states are fetched, and it is
/// decided again.
extension EventLog {
    /// Advances a command by one step: runs its decision on cached states, and then fetches missing or newer states,
    /// queues the command to be written, or rejects it.
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
    /// The command's id is looked up after the run of the decision that rejected it, since that run may have read
    /// events of another attempt of the same command.
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

    /// Queues a command that was done before. The append then returns its stored answer.
    private func confirm(_ command: PendingCommand<Event>) {
        command.wasDone = true
        command.queuedSince = NanosecondClock.now
        queue.append(command, in: command.clinic)
        startWriting()
    }

    /// Fetches the states that the last run of a command's decision lacked, updates the states that it read, and
    /// continues the command.
    func fetch(for command: PendingCommand<Event>, missing: [AnySubject<Event>]) {
        command.fetches += 1
        guard command.fetches <= limits.fetchesPerCommand else { return command.finish(.failed(.conflict)) }
        let request = StateRequest(missing: missing, refreshing: command.known) { [self] result in
            switch result {
            case .success(let fetched):
                // After a failover of PostgreSQL, the feed may lack its last events. Its last position can then be
                // lower than before.
                command.freshFrom = min(command.freshFrom ?? fetched.position, fetched.position)
                proceed(command)
            case .failure(let failure): command.finish(.failed(failure))
            }
        }
        fetch(request, of: command.clinic)
    }
}
