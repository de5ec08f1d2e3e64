import EventLoop
import EventSourcing
import Identifiers
import Metrics

/// Speculative decisions: commands on states that another command is about to change go into one batch, each decided on
/// what those before it will have written. So the bookings of one doctor's day need one commit together.
///
/// The expectation is checked when the batch's rows are made. If an earlier command turned out differently (rejected,
/// done before, overtaken by another server), the command is not written and waits for a later batch. Only a decision
/// that gives events counts: a rejection based on events that may never exist is not valid.
extension EventLog {
    func nextBatchNumber() -> BatchNumber {
        batchNumber += 1
        return batchNumber
    }

    /// Decides a command again on what a batch writes before it, and takes it in.
    ///
    /// - Returns: whether the command has left the queue. Otherwise it has to wait for the batch.
    func follow(
        _ command: PendingCommand<Event>, in batch: inout Batch<Event>, _ facts: ClinicFacts<Event>
    ) -> Bool {
        guard !command.isAskedAfter, !command.isMisled, batch.mayFollow(command, decidedOn: facts),
            let end = end(of: command.clinic, facts)
        else { return false }
        let foreseen = batch.foreseen(in: command.clinic, after: end)
        let since = NanosecondClock.now
        let run = command.run(facts.cache, in: era, foreseeing: (foreseen, in: batch.number))
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
    private func end(of clinic: UUIDBytes, _ facts: ClinicFacts<Event>) -> Int64? {
        if flights.contains(where: { $0.moves == nil && $0.batch.facts[clinic] != nil }) { return nil }
        return facts.end.map { max($0.position, facts.seen) }
    }

    /// Commands whose expected events did not come are decided again, before all others of their clinics.
    func queueAgain(_ misled: [PendingCommand<Event>]) {
        for command in misled.reversed() {
            command.isMisled = true
            command.isOutdated = true
            command.mayBeDone = false
            command.queuedSince = NanosecondClock.now
            queue.prepend(command, in: command.clinic)
        }
    }
}
