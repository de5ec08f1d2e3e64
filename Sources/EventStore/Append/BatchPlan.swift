import EventSourcing
import Identifiers
import SQL

/// The ruling on each command of a batch, and the rows that the batch writes. A locking append plans its batch while it
/// holds the feeds' locks, an optimistic append without locks.
struct BatchPlan<Event: DomainEvent> {
    enum Ruling {
        case append([Recorded<Event>], Outcome)
        case replay(Outcome)
        case idReused
        /// The command was done so long ago that its answer is no longer kept.
        case answerDropped
        /// The command must be decided again, because a state that it read has changed or may be wrong, or because an
        /// earlier read found a stored answer that the database no longer has.
        case stale
        /// A person key that sealed the command's events no longer exists, so the events must be sealed again.
        case lostKey
        /// The command was decided on expected events of earlier commands, but those events are not appended or have
        /// other positions.
        case misspeculated
    }

    /// The rulings on the batch's commands, in the order of the commands. A ruling says whether a command's events are
    /// appended, or the command gets an earlier outcome, fails, or is tried again.
    private(set) var rulings: [Ruling] = []
    private(set) var rows = BatchRows()
    private let number: BatchNumber
    /// The end of each feed before the batch.
    private let begin: [UUIDBytes: FeedEnd]
    /// The end of each feed after the batch's commands that were planned so far.
    private var feeds: [UUIDBytes: FeedEnd]
    private var folds: [UUIDBytes: [DocumentFold<Event>]] = [:]
    private let projections: [ProjectionSchema<Event>]

    /// Plans a batch.
    ///
    /// - Throws: `Unreadable` if a document cannot be read. In that case, nothing of the batch may be written.
    init(
        _ batch: Batch<Event>, checked: CheckedBatch, projections: [ProjectionSchema<Event>]
    ) throws(Unreadable) {
        self.projections = projections
        number = batch.number
        begin = checked.feeds
        feeds = checked.feeds
        for projection in checked.documents.indices {
            for (key, bytes) in checked.documents[projection] {
                let fold = folds(of: key.clinic)[projection]
                do { try fold.restore(key.value, from: bytes) } catch { throw Unreadable("\(error)") }
            }
        }
        for (index, command) in batch.commands.enumerated() {
            rulings.append(rule(on: command, at: index, checked))
        }
        collectDocuments()
        if !rows.isEmpty { rows.advance(from: checked.feeds, to: feeds) }
    }

    private mutating func rule(
        on command: PendingCommand<Event>, at index: Int, _ checked: CheckedBatch
    ) -> Ruling {
        if let id = command.envelope.commandID,
            let stored = checked.answers[InClinic(clinic: command.clinic, value: id)]
        {
            let isOwn = command.mayBeDone && !command.wasDone
            guard let outcome = stored.outcome(for: command.envelope, isOwn: isOwn) else { return .idReused }
            return stored.isDropped ? .answerDropped : .replay(outcome)
        }
        guard isAsSpeculated(command) else { return .misspeculated }
        if checked.lostKeys.contains(index) { return .lostKey }
        return checked.stale.contains(index) || command.wasDone ? .stale : append(command)
    }

    /// Whether the earlier commands of this batch append exactly the events that a command's speculative decision
    /// expected; `true` if the decision was not speculative. Each earlier command appends all of its events or none, so
    /// it is enough to compare the positions.
    private func isAsSpeculated(_ command: PendingCommand<Event>) -> Bool {
        guard let speculation = command.speculation else { return true }
        return speculation.batch == number && speculation.begin == begin[command.clinic]?.position
            && speculation.end == feeds[command.clinic]?.position
    }

    private mutating func append(_ command: PendingCommand<Event>) -> Ruling {
        let clinic = command.clinic
        let before = feeds[clinic]?.position ?? 0
        var recorded: [Recorded<Event>] = []
        recorded.reserveCapacity(command.proposed.count)
        for proposed in command.proposed {
            recorded.append(command.recorded(proposed.event, at: before + Int64(recorded.count) + 1))
        }
        let folds = folds(of: clinic)
        for fold in folds { fold.absorb(recorded[...]) }
        let last = before + Int64(recorded.count)
        feeds[clinic]?.position = last
        let answer = answer(command.answer, folds)
        let outcome = Outcome(
            status: recorded.isEmpty ? .unchanged : .new, positions: recorded.isEmpty ? nil : (before + 1)...last,
            answer: answer?.bytes, location: command.answer?.location)
        rows.add(command, recorded, outcome, about: answer?.person)
        return .append(recorded, outcome)
    }

    /// The folds of a clinic's documents, one per inline projection.
    private mutating func folds(of clinic: UUIDBytes) -> [DocumentFold<Event>] {
        if let folds = folds[clinic] { return folds }
        let begun = projections.map { $0.projection.begin() }
        folds[clinic] = begun
        return begun
    }

    /// The document that answers a command, and the person whose personal values are in the document.
    private func answer(
        _ place: AnswerPlace?, _ folds: [DocumentFold<Event>]
    ) -> (bytes: [UInt8], person: UUIDBytes?)? {
        guard let place, let index = projections.firstIndex(where: { $0.schema.table == place.table }),
            let row = folds[index].rowForAnswer(place.key)
        else { return nil }
        guard let column = place.column else { return (row.document, row.person) }
        guard let columnIndex = projections[index].schema.columns.firstIndex(of: column) else { return nil }
        guard let bytes = row.columns[columnIndex].renderedBytes else { return nil }
        return (bytes, row.person)
    }

    private mutating func collectDocuments() {
        for index in projections.indices {
            let schema = projections[index].schema
            var changed: [InClinic<DocumentRow>] = []
            var gone: [InClinic<DocumentKey>] = []
            var made: [InClinic<DocumentRow>] = []
            for (clinic, folds) in folds {
                let fold = folds[index]
                for key in fold.changedKeys {
                    if let row = fold.row(key) {
                        let row = InClinic(clinic: clinic, value: row)
                        if fold.isStored(key) { changed.append(row) } else { made.append(row) }
                    } else {
                        gone.append(InClinic(clinic: clinic, value: key))
                    }
                }
            }
            // Updates and deletions come before insertions, since they may free a unique value that a new document
            // needs.
            if !changed.isEmpty { rows.documents.append(schema.upsert(changed)) }
            if !gone.isEmpty { rows.documents.append(schema.delete(gone)) }
            if !made.isEmpty { rows.documents.append(schema.insert(made)) }
        }
    }
}

extension Bind {
    /// The bytes of a column that holds a rendered document.
    fileprivate var renderedBytes: [UInt8]? {
        switch self {
        case .json(let bytes), .utf8(let bytes): bytes
        case .text(let text): Array(text.utf8)
        case .null, .bool, .int16, .int32, .int64, .double, .bytes, .uuid, .timestamp, .date, .array: nil
        }
    }
}
