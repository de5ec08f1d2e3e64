import EventSourcing
import Identifiers

/// Commands that go to the database together, in the order in which they take effect.
///
/// A command is left for the next batch when it read what an earlier one of this batch writes, since it must see that
/// first, or when it has the same id as an earlier one, whose answer is to be its own.
struct Batch<Event: DomainEvent> {
    private(set) var commands: [PendingCommand<Event>] = []
    /// Feed by feed, how far the facts that its commands were decided on have missed nothing.
    private(set) var seen: [UUIDBytes: Int64] = [:]
    private var written: Set<InClinic<Tag>> = []
    private var ids: Set<InClinic<UUIDBytes>> = []
    private var eventCount = 0
    private let commandLimit: Int
    private let eventLimit: Int

    init(commandLimit: Int, eventLimit: Int) {
        self.commandLimit = commandLimit
        self.eventLimit = eventLimit
    }

    var isFull: Bool { commands.count >= commandLimit || eventCount >= eventLimit }

    /// The batch with only one of its commands.
    func alone(_ command: PendingCommand<Event>) -> Batch {
        var batch = Batch(commandLimit: 1, eventLimit: eventLimit)
        batch.commands = [command]
        batch.seen = seen
        return batch
    }

    /// Takes the command in, unless it has to wait for an earlier one.
    ///
    /// - Parameter position: the feed's position that the log has seen everything up to.
    mutating func admit(_ command: PendingCommand<Event>, seen position: Int64) -> Bool {
        let clinic = command.clinic
        if command.known.keys.contains(where: { written.contains(InClinic(clinic: clinic, value: $0)) }) {
            return false
        }
        if let id = command.envelope.commandID,
            !ids.insert(InClinic(clinic: clinic, value: id)).inserted
        {
            return false
        }
        for proposed in command.proposed {
            for tag in proposed.tags { written.insert(InClinic(clinic: clinic, value: tag)) }
        }
        seen[clinic] = seen[clinic] ?? position
        eventCount += command.proposed.count
        commands.append(command)
        return true
    }
}
