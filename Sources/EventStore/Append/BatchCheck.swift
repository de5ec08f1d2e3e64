import EventSourcing
import Identifiers
import PostgresClient
import SQL

/// The first round trip of a locking append. It locks the feeds, and reads their ends and the stored answers, lost
/// person keys and documents that the batch's commands depend on.
struct BatchCheck<Event: DomainEvent> {
    /// The clinics of the batch in ascending order, each once.
    let clinics: [UUIDBytes]
    let statements: [Statement]
    private let hasIDs: Bool
    private let isSealed: Bool
    /// For each inline projection, the keys of the stored documents that the batch may change or answer with.
    private let documents: [[InClinic<DocumentKey>]]

    /// Prepares the statements that check a batch's commands.
    ///
    /// - Parameter isKnown: whether the log knows that the clinic's feed exists.
    init(
        _ commands: [PendingCommand<Event>], projections: [ProjectionSchema<Event>], isKnown: (UUIDBytes) -> Bool
    ) {
        clinics = Set(commands.map { $0.clinic }).sorted()
        let newClinics = clinics.filter { !isKnown($0) }
        let ids = commands.compactMap { command in
            command.envelope.commandID.map { InClinic(clinic: command.clinic, value: $0) }
        }
        hasIDs = !ids.isEmpty
        documents = projections.map { $0.keysToRead(for: commands) }
        let keys = commands.enumerated().flatMap { index, command in command.sealingKeys.map { (index, $0) } }
        isSealed = !keys.isEmpty

        var statements: [Statement] = ["BEGIN"]
        if !newClinics.isEmpty { statements.append(.makeFeeds(of: newClinics)) }
        statements.append(.lockFeeds(of: clinics))
        if hasIDs { statements.append(.answers(ids)) }
        if isSealed { statements.append(.lostPersonKeys(keys.map(\.1), of: keys.map { Int64($0.0) })) }
        for (projection, keys) in zip(projections, documents) where !keys.isEmpty {
            statements.append(projection.schema.select(keys))
        }
        self.statements = statements
        first = newClinics.isEmpty ? 1 : 2
    }

    /// The index of the statement that locks the feeds: the first statement of the check whose rows are read.
    private let first: Int

    /// Reads the results of `statements`, which check a batch. The results must be in the order of the statements.
    func read(_ results: [Rows]) throws(PostgresError) -> CheckedBatch {
        guard results.count == statements.count else {
            throw .protocolViolation("\(results.count) results for \(statements.count) statements")
        }
        var rest = results[first...]
        var checked = CheckedBatch()
        for row in rest.removeFirst() {
            checked.feeds[try row.uuid(0)] = FeedEnd(position: try row.int64(1), token: try row.int64(2))
        }
        guard checked.feeds.count == clinics.count else { throw .protocolViolation("a feed is not there") }
        if hasIDs {
            for row in rest.removeFirst() {
                let answer = try StoredAnswer(row)
                checked.answers[answer.command] = answer
            }
        }
        if isSealed { for row in rest.removeFirst() { checked.lostKeys.insert(Int(try row.int64(0))) } }
        checked.documents = documents.map { _ in [] }
        for (projection, keys) in documents.enumerated() where !keys.isEmpty {
            for row in rest.removeFirst() {
                let index = Int(try row.int64(0)) - 1
                guard keys.indices.contains(index) else {
                    throw .protocolViolation("a document that was not asked for")
                }
                checked.documents[projection].append((keys[index], try row.bytes(1)))
            }
        }
        return checked
    }
}

/// The data from which a batch is planned. A locking append reads it while it holds the feeds' locks. An optimistic
/// append knows only the feeds' ends, and needs no more.
struct CheckedBatch {
    var feeds: [UUIDBytes: FeedEnd] = [:]
    /// The indexes, in the batch, of the commands that must be decided again, because a state that they read has
    /// changed or may be wrong.
    var stale: Set<Int> = []
    /// The indexes, in the batch, of the commands whose events were sealed with a key that no longer exists.
    var lostKeys: Set<Int> = []
    /// The stored answers to those commands of the batch that were done before.
    var answers: [InClinic<UUIDBytes>: StoredAnswer] = [:]
    /// For each inline projection, the stored documents that the batch may change or answer with.
    var documents: [[(key: InClinic<DocumentKey>, bytes: [UInt8])]] = []
}
