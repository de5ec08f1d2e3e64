import DequeModule
import EventLoop
import EventSourcing
import Identifiers
import Logging
import Metrics
import PostgresClient

/// Writes one batch after the other until no command is queued.
///
/// A single command is written immediately. Commands that arrive during a write form the next batch. It is sent when
/// that write has ended, or as soon as it is as large as the batch being written: smaller batches would cost PostgreSQL
/// more commits.
extension EventLog {
    func startWriting() {
        guard !isAboutToWrite, inFlightBatches.count < writers.count, !queue.isEmpty else { return }
        if let before = inFlightBatches.last, queue.count < before.batch.commands.count { return }
        isAboutToWrite = true
        // The next batch is formed by a task that runs later, so that commands which are queued before it runs join the
        // batch.
        loop.task { [self] in
            isAboutToWrite = false
            await writeNext()
        }
    }

    private func writeNext() async {
        guard let writer = writers.first(where: { writer in !inFlightBatches.contains { $0.writer === writer } }) else {
            return
        }
        let batch = nextBatch()
        guard !batch.commands.isEmpty else { return }
        let inFlight = InFlightBatch(batch, writer)
        inFlightBatches.append(inFlight)
        startWriting()
        let since = NanosecondClock.now
        statistics.batchSizes.record(UInt64(batch.commands.count))
        for command in batch.commands { statistics.queueing.record(since &- command.queuedSince) }
        await write(batch, inFlight)
        statistics.appending.record(NanosecondClock.now &- since)
        inFlight.ends()
        inFlightBatches.removeAll { $0 === inFlight }
        startWriting()
    }

    /// Takes the commands that can be written together from the queue. Commands that have to wait for a batch go back
    /// to the queue's front. Commands that need newer states or person keys leave the queue until these are loaded.
    private func nextBatch() -> Batch<Event> {
        var batch = Batch<Event>(
            nextBatchNumber(), commandLimit: limits.commandsPerBatch, eventLimit: limits.eventsPerBatch,
            waiting: queue.count)
        var waiting: [PendingCommand<Event>] = []
        while !batch.isFull, let command = queue.popFirst() {
            let states = caches[command.clinic]
            if !command.isDecided(on: states.cache) { command.isOutdated = true }
            // A command that may have been done already is not decided again. It is sent to the database unchanged,
            // since the database knows the command's outcome.
            if command.isOutdated, !command.isAskedAfter {
                switch decide(command) {
                case .proposed: if !seal(command) { continue }
                case .missing(let subjects):
                    fetch(for: command, missing: subjects)
                    continue
                case .rejected:
                    fetch(for: command, missing: [])
                    continue
                }
            }
            if inFlightBatches.contains(where: { $0.batch.blocks(command) }) {
                waiting.append(command)
            } else if !batch.admit(command, decidedOn: states), !follow(command, in: &batch, states) {
                waiting.append(command)
            }
        }
        for command in waiting.reversed() { queue.prepend(command, in: command.clinic) }
        return batch
    }

    private func write(_ batch: Batch<Event>, _ inFlight: InFlightBatch<Event>) async {
        let commands = batch.commands
        switch await attempt(batch, inFlight) {
        case .written: break
        case .aborted(let error):
            statistics.abortedBatches += 1
            guard commands.count > 1 else { return abort(commands[0], error) }
            logger.warning("a batch was aborted; its commands go one by one", metadata: ["error": "\(error)"])
            let followers = commands.filter { $0.speculation?.batch == batch.number }
            for command in commands where command.speculation?.batch != batch.number {
                await write(batch.alone(command, nextBatchNumber()), inFlight)
            }
            queueAgain(followers)
        case .notSent(let error): giveUpOrRetry(commands, .unavailable(error))
        case .unknown:
            for command in commands {
                command.mayBeDone = true
                forgetStates(of: command)
            }
            giveUpOrRetry(commands, .outcomeUnknown)
        }
    }

    /// Completes a batch after its commit: announces the events, by which the cached states advance, and answers each
    /// command or has it decided again.
    func settle(_ commands: [PendingCommand<Event>], _ plan: BatchPlan<Event>) {
        statistics.batches += 1
        var appended: [Appended<Event>] = []
        for index in commands.indices {
            let command = commands[index]
            guard case .append(let events, let outcome) = plan.rulings[index] else { continue }
            statistics.commands += 1
            statistics.events += events.count
            guard let positions = outcome.positions else { continue }
            appended.append(
                Appended(
                    clinic: command.clinic, events: events, tags: command.proposed.map { $0.noticed },
                    condition: command.condition, positions: positions))
        }
        if !appended.isEmpty { announcements.announce(appended) }
        var misspeculated: [PendingCommand<Event>] = []
        for index in commands.indices {
            let command = commands[index]
            switch plan.rulings[index] {
            case .append(_, let outcome), .replay(let outcome): command.finish(.done(outcome))
            case .idReused: command.finish(.failed(.commandIDReused))
            case .answerDropped: command.finish(.failed(.answerDropped))
            case .misspeculated: misspeculated.append(command)
            case .lostKey:
                keys.forget(command.sealingKeys.map(\.name))
                command.mayBeDone = false
                command.wasDone = false
                fetch(for: command, missing: [])
            case .stale:
                statistics.races += 1
                command.mayBeDone = false
                command.wasDone = false
                command.lostRaces += 1
                if command.lostRaces > limits.races {
                    command.finish(.failed(.conflict))
                } else {
                    fetch(for: command, missing: [])
                }
            }
        }
        queueAgain(misspeculated)
    }

    /// Ends a command that was sent alone and was refused, for example by a constraint that the decision did not check.
    /// If an earlier attempt may have been committed, the command is looked up by its id instead.
    private func abort(_ command: PendingCommand<Event>, _ error: any Error) {
        forgetStates(of: command)
        // If an earlier attempt to append the command may have been committed, the database's error does not show
        // whether it was. The outcome is then unknown.
        if command.mayBeDone { return giveUpOrRetry([command], .outcomeUnknown) }
        if let error = error as? PostgresError, error.isConstraintViolation {
            command.finish(.failed(.conflict))
        } else {
            logger.error("a command could not be appended", metadata: ["error": "\(error)"])
            command.finish(.failed(LogFailure(error)))
        }
    }

    /// Ends the commands whose append was not committed. Commands whose append may have been committed are queued again
    /// after a pause, and are looked up by their ids until their deadline; without an id, they end with an unknown
    /// outcome. Other commands are written meanwhile.
    private func giveUpOrRetry(_ commands: [PendingCommand<Event>], _ failure: LogFailure<Never>) {
        let lost = commands.filter { mayRetry($0, failure) }
        guard !lost.isEmpty else { return }
        loop.task { [self] in
            // If the loop stops during the pause before the retry, the pause ends with an error, and the outcomes of
            // the commands to retry stay unknown.
            do { try await loop.sleep(for: limits.pauseBeforeRetry) } catch {
                for command in lost { command.finish(.failed(.outcomeUnknown)) }
                return
            }
            for command in lost {
                // While a command is not in the log's queue, the log does not notice events that change the states that
                // its decision has read. So the decision counts as outdated.
                command.isOutdated = true
                command.queuedSince = NanosecondClock.now
                queue.append(command, in: command.clinic)
            }
            startWriting()
        }
    }

    /// Whether the log may still look up the outcome of a command whose answer was lost. If not, the command ends: with
    /// the given failure if it was not committed, and otherwise with an unknown outcome.
    private func mayRetry(_ command: PendingCommand<Event>, _ failure: LogFailure<Never>) -> Bool {
        guard command.mayBeDone else {
            command.finish(.failed(failure))
            return false
        }
        let deadline = command.deadline ?? loop.now + limits.unknownOutcomeDeadline
        command.deadline = deadline
        guard command.envelope.commandID != nil, loop.now < deadline else {
            command.finish(.failed(.outcomeUnknown))
            return false
        }
        return true
    }

    private func forgetStates(of command: PendingCommand<Event>) {
        guard let cache = caches.existing(command.clinic)?.cache else { return }
        for tag in command.known.keys { cache.forget(tag) }
        for tag in Set(command.proposed.flatMap { $0.noticed }) { cache.forget(tag) }
    }
}
