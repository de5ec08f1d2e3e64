import EventLoop
import EventSourcing
import Identifiers
import Metrics

/// The functions for speculative decisions. Commands that change the same states go into one batch, and each of them is
/// decided on the events that the earlier commands of the batch will write. So one commit is enough for many bookings
/// of one doctor's day.
///
/// The batch's plan checks the expected events. If an earlier command does not append them (because it is rejected, was
/// done before, or was overtaken by another server), the command is not written and waits for a later batch. A
/// speculative decision that rejects the command is not used, since the events that it is based on may never exist.
extension EventLog {
    func nextBatchNumber() -> BatchNumber {
        batchNumber += 1
        return batchNumber
    }

    /// Decides a command again on the events that a batch writes before it, and admits it to the batch.
    ///
    /// - Returns: whether the command has joined the batch, or waits for person keys. Otherwise it has to wait for the
    ///   batch.
    func follow(
        _ command: PendingCommand<Event>, in batch: inout Batch<Event>, _ states: ClinicStates<Event>
    ) -> Bool {
        guard !command.isAskedAfter, !command.hasMisspeculated, batch.mayFollow(command, decidedOn: states),
            let end = end(of: command.clinic, states)
        else { return false }
        let speculated = batch.speculated(in: command.clinic, after: end)
        let since = NanosecondClock.now
        let run = command.run(states.cache, in: era, speculatingOn: (speculated, in: batch.number))
        statistics.deciding.record(NanosecondClock.now &- since)
        guard case .proposed = run else {
            command.isOutdated = true
            return false
        }
        guard seal(command) else { return true }
        statistics.following += 1
        batch.append(command)
        return true
    }

    /// The clinic's last position after all batches in flight; `nil` if that is unknown.
    private func end(of clinic: UUIDBytes, _ states: ClinicStates<Event>) -> Int64? {
        if inFlightBatches.contains(where: { $0.moves == nil && $0.batch.states[clinic] != nil }) { return nil }
        return states.end.map { max($0.position, states.seen) }
    }

    /// Queues misspeculated commands before all other commands of their clinics. They will be decided again.
    func queueAgain(_ misspeculated: [PendingCommand<Event>]) {
        for command in misspeculated.reversed() {
            command.hasMisspeculated = true
            command.isOutdated = true
            command.mayBeDone = false
            command.queuedSince = NanosecondClock.now
            queue.prepend(command, in: command.clinic)
        }
    }
}
