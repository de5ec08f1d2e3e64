import EventSourcing
import Identifiers
import SQL

/// The rows that a batch writes, as one array per column, and the statements that write and commit them. They are the
/// last round trip of a locking append, or the only one of an optimistic append.
struct BatchRows {
    private var events = EventRows()
    private var tags = TagRows()
    private var commands = CommandRows()
    private var payloads: [String] = []
    /// The person keys that erasures among the batch's events destroy.
    private var destroyed: [KeyName] = []
    /// The person keys that the batch's events seal.
    private var sealed: [KeyName] = []
    /// The person keys with which the personal values of the batch's events were sealed.
    private var sealedWith: Set<SealingKey> = []
    /// The statements that update, insert and delete the documents that the batch changes: at most one of each kind for
    /// each projection.
    var documents: [Statement] = []
    /// For each clinic of the batch, the end of its feed before and after the batch.
    private(set) var moves: [UUIDBytes: FeedMove] = [:]

    var isEmpty: Bool { events.positions.isEmpty && commands.ids.isEmpty }

    /// Adds a command's rows to the rows that the batch writes: its events, their tags, and the record that the command
    /// was done, with its answer, if the command has an id.
    ///
    /// - Parameter person: the person whose personal values are in the answer.
    mutating func add<Event>(
        _ command: PendingCommand<Event>, _ recorded: [Recorded<Event>], _ outcome: Outcome, about person: UUIDBytes?
    ) {
        let envelope = command.envelope
        let metadata = JSONText(envelope.actor.storedBytes)
        for index in recorded.indices {
            let (proposed, recorded) = (command.proposed[index], recorded[index])
            events.clinics.append(command.clinic)
            events.positions.append(recorded.position)
            events.recordedAt.append(envelope.now)
            events.types.append(proposed.stored.type)
            events.versions.append(proposed.stored.version)
            events.data.append(JSONText(proposed.stored.data))
            events.metadata.append(metadata)
            events.commands.append(envelope.commandID)
            sealedWith.formUnion(proposed.stored.keys)
            for tag in proposed.tags {
                tags.clinics.append(command.clinic)
                tags.tags.append(tag)
                tags.positions.append(recorded.position)
            }
            if let erasure = recorded.event.erasure {
                func names(_ retentions: [Retention]) -> [KeyName] {
                    retentions.map {
                        KeyName(clinic: command.clinic, person: erasure.person, retention: $0.rawValue)
                    }
                }
                destroyed += names(erasure.retentions)
                sealed += names(erasure.sealed)
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
        commands.people.append(person)
    }

    /// Records the ends of the feeds before and after the batch, with new feed tokens, and makes the notices by which
    /// other processes learn of the new events.
    mutating func advance(from before: [UUIDBytes: FeedEnd], to after: [UUIDBytes: FeedEnd]) {
        for (clinic, end) in after {
            guard let begin = before[clinic] else { continue }
            let token = Int64.random(in: .min ... .max)
            moves[clinic] = FeedMove(from: begin, to: FeedEnd(position: end.position, token: token))
        }
        payloads = FeedNotice.payloads(
            moves.compactMap { clinic, move in move.positions.map { FeedNotice(clinic: clinic, positions: $0) } })
    }

    /// The statements that finish a locking append, whose transaction holds the feeds' locks.
    var restOfTransaction: [Statement] {
        guard !isEmpty else { return ["COMMIT"] }
        return insertions + [.advanceFeeds(moves), "COMMIT"]
    }

    /// The statements of a whole optimistic append. They fail if a feed does not end as expected, or if a key that
    /// sealed an event no longer exists. They are sent together and form an implicit transaction, so the next batch may
    /// be sent before PostgreSQL has answered for this one.
    ///
    /// Every batch locks the feeds in the order of the clinics' ids, so that batches do not deadlock.
    var wholeTransaction: [Statement] {
        moves.sorted { $0.key < $1.key }.map { .moveFeed($0.key, $0.value) }
            + (sealedWith.isEmpty ? [] : [.requirePersonKeys(Array(sealedWith))]) + insertions
    }

    private var insertions: [Statement] {
        var statements: [Statement] = []
        statements.reserveCapacity(documents.count + 5)
        if !events.positions.isEmpty { statements.append(.insertEvents(events)) }
        if !tags.tags.isEmpty { statements.append(.insertTags(tags)) }
        if !commands.ids.isEmpty { statements.append(.insertCommands(commands)) }
        statements += documents
        if !destroyed.isEmpty { statements += Statement.destroyPersonKeys(destroyed) }
        if !sealed.isEmpty { statements.append(.sealPersonKeys(sealed)) }
        if !payloads.isEmpty { statements.append(.notify(payloads)) }
        return statements
    }
}
