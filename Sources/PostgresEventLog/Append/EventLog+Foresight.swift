import EventLoop
import EventSourcing
import Identifiers
import Metrics

/// Commands on what another one is about to change go in one batch, each decided on what those before it will have done. So
/// many people who book the same doctor's day take one commit, not one each.
///
/// Whether it comes so is seen when the batch's rows are made: a command of which anything before it came otherwise (refused,
/// done already, overtaken by another server) is not written, and waits the next time. Only a decision that proposes
/// something counts: a refusal on what may never be is none.
extension EventLog {
    func nextBatchNumber() -> BatchNumber {
        batchNumber += 1
        return batchNumber
    }

    /// Decides a command anew on what a batch writes before it, and takes it in.
    ///
    /// - Returns: whether the command has left the queue. Else it has to wait for the batch.
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

    /// Where a clinic's feed will end when all that is under way has come through; `nil` where that is not clear.
    private func end(of clinic: UUIDBytes, _ facts: ClinicFacts<Event>) -> Int64? {
        if flights.contains(where: { $0.moves == nil && $0.batch.facts[clinic] != nil }) { return nil }
        return facts.end.map { max($0.position, facts.seen) }
    }

    /// Commands for which it did not come as they foresaw are decided again, before all others of their clinics.
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
