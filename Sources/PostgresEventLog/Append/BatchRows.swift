import EventSourcing
import Identifiers
import SQL

/// The second of a batch's two round trips: everything to write, column by column, and the commit.
struct BatchRows {
    private var events = EventRows()
    private var tags = TagRows()
    private var commands = CommandRows()
    private var clinics: [UUIDBytes] = []
    private var positions: [Int64] = []
    private var payloads: [String] = []
    /// Upserts and deletions, at most one of each per projection.
    var documents: [Statement] = []
    /// The positions that the batch takes, clinic by clinic.
    private(set) var taken: [(clinic: UUIDBytes, positions: ClosedRange<Int64>)] = []

    var isEmpty: Bool { taken.isEmpty && commands.ids.isEmpty }

    mutating func add<Event>(_ command: PendingCommand<Event>, _ recorded: [Recorded<Event>], _ outcome: Outcome) {
        let envelope = command.envelope
        let metadata = JSONText(envelope.actor.storedBytes)
        for (proposed, recorded) in zip(command.proposed, recorded) {
            let payload = recorded.event.payload
            events.clinics.append(command.clinic)
            events.positions.append(recorded.position)
            events.recordedAt.append(envelope.now)
            events.types.append(type(of: payload).stored.name)
            events.versions.append(Int32(truncatingIfNeeded: type(of: payload).stored.version))
            events.data.append(JSONText(payload.storedBytes))
            events.metadata.append(metadata)
            events.commands.append(envelope.commandID)
            for tag in Set(proposed.tags) {
                tags.clinics.append(command.clinic)
                tags.tags.append(tag.text)
                tags.positions.append(recorded.position)
            }
        }
        guard let id = envelope.commandID else { return }
        commands.clinics.append(command.clinic)
        commands.ids.append(id)
        commands.actors.append(envelope.actor.account)
        commands.hashes.append(Bytes(envelope.requestHash))
        commands.first.append(outcome.positions?.lowerBound)
        commands.last.append(outcome.positions?.upperBound)
        commands.recordedAt.append(envelope.now)
        commands.answers.append(outcome.answer.map { UTF8Text($0) })
        commands.locations.append(outcome.location)
    }

    /// Moves the feeds on and tells the other processes.
    mutating func advance(from before: [UUIDBytes: Int64], to after: [UUIDBytes: Int64]) {
        for (clinic, last) in after.sorted(by: { $0.key < $1.key }) {
            guard let first = before[clinic], first < last else { continue }
            clinics.append(clinic)
            positions.append(last)
            taken.append((clinic, (first + 1)...last))
        }
        payloads = FeedNotice.payloads(taken.map { FeedNotice(clinic: $0.clinic, positions: $0.positions) })
    }

    var statements: [Statement] {
        var statements: [Statement] = []
        statements.reserveCapacity(documents.count + 6)
        if !taken.isEmpty {
            statements.append(.insertEvents(events))
            if !tags.tags.isEmpty { statements.append(.insertTags(tags)) }
        }
        if !commands.ids.isEmpty { statements.append(.insertCommands(commands)) }
        statements += documents
        if !taken.isEmpty {
            statements.append(.advanceFeeds(clinics, to: positions))
            statements.append(.notify(payloads))
        }
        statements.append("COMMIT")
        return statements
    }
}
