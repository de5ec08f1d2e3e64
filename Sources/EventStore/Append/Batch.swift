import EventSourcing
import Identifiers

/// Commands that are written together, in the order in which they take effect.
///
/// A command that read states which an earlier command of this batch changes must be decided on these changes too, or
/// wait for the next batch. A command with the same id as an earlier command must wait, since it gets that command's
/// answer.
package struct Batch<Event: DomainEvent> {
    let number: BatchNumber
    private(set) var commands: [PendingCommand<Event>] = []
    /// The cached states that the batch's commands were decided on, by clinic.
    private(set) var states: [UUIDBytes: ClinicStates<Event>] = [:]
    private var written: Set<InClinic<Tag>> = []
    private var ids: Set<InClinic<UUIDBytes>> = []
    /// The events of the batch's commands, by clinic, for speculative decisions. A clinic's events are collected when a
    /// speculative decision first needs them.
    private var speculated: [UUIDBytes: SpeculativeEvents<Event>] = [:]
    private var eventCount = 0
    private let commandLimit: Int
    private let eventLimit: Int

    /// Creates a batch without commands.
    ///
    /// - Parameter waiting: the number of queued commands, for which capacity is reserved.
    package init(_ number: BatchNumber, commandLimit: Int, eventLimit: Int, waiting: Int) {
        self.number = number
        self.commandLimit = commandLimit
        self.eventLimit = eventLimit
        let expected = min(waiting, commandLimit)
        commands.reserveCapacity(expected)
        ids.reserveCapacity(expected)
        written.reserveCapacity(expected * 4)
    }

    var isFull: Bool { commands.count >= commandLimit || eventCount >= eventLimit }

    /// Returns a batch that contains only one command of this batch.
    func alone(_ command: PendingCommand<Event>, _ number: BatchNumber) -> Batch {
        var batch = Batch(number, commandLimit: 1, eventLimit: eventLimit, waiting: 0)
        batch.commands = [command]
        batch.states = states
        return batch
    }

    /// Whether this batch and another one contain commands of the same clinic.
    func meets(_ other: Batch) -> Bool { states.keys.contains { other.states[$0] != nil } }

    /// Whether a command that was decided without this batch's events has to wait for the batch, because it read a
    /// state that the batch changes, or has the same id as a command in the batch.
    func blocks(_ command: PendingCommand<Event>) -> Bool {
        guard states[command.clinic] != nil else { return false }
        return hasID(of: command)
            || command.known.keys.contains { tag in
                written.contains(InClinic(clinic: command.clinic, value: tag))
            }
    }

    private func hasID(of command: PendingCommand<Event>) -> Bool {
        guard let id = command.envelope.commandID else { return false }
        return ids.contains(InClinic(clinic: command.clinic, value: id))
    }

    /// Adds a command to the batch and returns `true`, unless the command has to wait for commands of the same clinic
    /// in the batch.
    mutating func admit(_ command: PendingCommand<Event>, decidedOn known: ClinicStates<Event>) -> Bool {
        // All commands of one clinic in a batch must be decided on the same state cache. A command that was decided on
        // another cache has to wait for a later batch.
        guard !blocks(command), states[command.clinic] == nil || states[command.clinic] === known else { return false }
        states[command.clinic] = known
        append(command)
        return true
    }

    /// Whether a command that has to wait for this batch could join the batch after a new decision, on the events that
    /// the batch writes.
    func mayFollow(_ command: PendingCommand<Event>, decidedOn known: ClinicStates<Event>) -> Bool {
        states[command.clinic] === known && !hasID(of: command)
    }

    /// The events that the commands in the batch so far will write to a clinic.
    ///
    /// - Parameter begin: the feed's last position before the batch.
    mutating func speculated(in clinic: UUIDBytes, after begin: Int64) -> SpeculativeEvents<Event> {
        if let speculated = speculated[clinic] { return speculated }
        var all = SpeculativeEvents<Event>(after: begin)
        for command in commands where command.clinic == clinic { all.append(command) }
        speculated[clinic] = all
        return all
    }

    /// Adds a command to the batch. The events of the batch's earlier commands must not change a state that the command
    /// read, unless the command was decided on those events too.
    mutating func append(_ command: PendingCommand<Event>) {
        let clinic = command.clinic
        if let id = command.envelope.commandID { ids.insert(InClinic(clinic: clinic, value: id)) }
        for proposed in command.proposed {
            for tag in proposed.noticed { written.insert(InClinic(clinic: clinic, value: tag)) }
        }
        eventCount += command.proposed.count
        commands.append(command)
        speculated[clinic]?.append(command)
    }
}

/// The number of a batch, which distinguishes it from the other batches of the same log.
package typealias BatchNumber = UInt64

extension SpeculativeEvents {
    fileprivate mutating func append(_ command: PendingCommand<Event>) {
        for proposed in command.proposed {
            append(under: proposed.noticed) { command.recorded(proposed.event, at: $0) }
        }
    }
}

extension PendingCommand {
    func recorded(_ event: Event, at position: Int64) -> Recorded<Event> {
        Recorded(
            clinic: clinic, position: position, event: event, recordedAt: envelope.now, actor: envelope.actor)
    }
}
