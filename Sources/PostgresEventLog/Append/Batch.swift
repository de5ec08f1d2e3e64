import EventSourcing
import Identifiers

/// Commands that go to the database together, in the order in which they take effect.
///
/// A command is left for the next batch when it read what an earlier one of this batch writes, since it must see that
/// first, or when it has the same id as an earlier one, whose answer is to be its own.
struct Batch<Event: DomainEvent> {
    private(set) var commands: [PendingCommand<Event>] = []
    /// What its commands were decided on.
    private(set) var facts: [UUIDBytes: ClinicFacts<Event>] = [:]
    private var written: Set<InClinic<Tag>> = []
    private var ids: Set<InClinic<UUIDBytes>> = []
    private var eventCount = 0
    private let commandLimit: Int
    private let eventLimit: Int

    /// - Parameter waiting: how many commands there are to take in.
    init(commandLimit: Int, eventLimit: Int, waiting: Int) {
        self.commandLimit = commandLimit
        self.eventLimit = eventLimit
        let expected = min(waiting, commandLimit)
        commands.reserveCapacity(expected)
        ids.reserveCapacity(expected)
        written.reserveCapacity(expected * 4)
    }

    var isFull: Bool { commands.count >= commandLimit || eventCount >= eventLimit }

    /// The batch with only one of its commands.
    func alone(_ command: PendingCommand<Event>) -> Batch {
        var batch = Batch(commandLimit: 1, eventLimit: eventLimit, waiting: 0)
        batch.commands = [command]
        batch.facts = facts
        return batch
    }

    /// Whether both write to the same clinic.
    func meets(_ other: Batch) -> Bool { facts.keys.contains { other.facts[$0] != nil } }

    /// Whether a command has to wait until these are done.
    func blocks(_ command: PendingCommand<Event>) -> Bool {
        let clinic = command.clinic
        guard facts[clinic] != nil else { return false }
        if let id = command.envelope.commandID, ids.contains(InClinic(clinic: clinic, value: id)) { return true }
        return command.known.keys.contains { written.contains(InClinic(clinic: clinic, value: $0)) }
    }

    /// Takes the command in, unless it has to wait for an earlier one.
    mutating func admit(_ command: PendingCommand<Event>, decidedOn known: ClinicFacts<Event>) -> Bool {
        let clinic = command.clinic
        // All of a clinic's commands in the batch were decided on the same facts.
        guard !blocks(command), facts[clinic] == nil || facts[clinic] === known else { return false }
        if let id = command.envelope.commandID { ids.insert(InClinic(clinic: clinic, value: id)) }
        for proposed in command.proposed {
            for tag in proposed.noticed { written.insert(InClinic(clinic: clinic, value: tag)) }
        }
        facts[clinic] = facts[clinic] ?? known
        eventCount += command.proposed.count
        commands.append(command)
        return true
    }
}
