import EventSourcing
import EventStore
import Identifiers
import PostgresClient
import SQL

/// A transaction in which the projection audit sees feeds and documents at one moment, so that later appends are not
/// reported as differences.
struct ProjectionAuditSnapshot<Event: DomainEvent> {
    let connection: PostgresConnection
    /// The person keys, read in the same transaction as the documents. A cache of the process is not used, since its
    /// keys may be newer than the snapshot.
    let keys: PersonalKeys

    init(_ connection: PostgresConnection, _ masters: MasterKeys) {
        self.connection = connection
        keys = PersonalKeys(masters, capacity: 0)
    }

    /// The position of a clinic's feed up to which a read model has folded the events.
    func end(of model: AuditedProjection<Event>, in clinic: UUIDBytes) async throws -> Int64 {
        let statement: Statement =
            model.projection.time == .inline
            ? "SELECT coalesce(max(last_position), 0) FROM clinic_feed WHERE clinic_id = \(clinic)"
            : """
            SELECT coalesce(max(position), 0) FROM behind_position WHERE clinic_id = \(clinic) AND name = \(model.name)
            """
        guard let row = try await connection.perform(statement, effect: .reads).first else {
            throw PostgresError.protocolViolation("no position")
        }
        return try row.int64(0)
    }

    /// The events of a clinic that a statement selects, without quarantined events.
    ///
    /// - Throws: `Unreadable` for the first event that cannot be read.
    func events(
        _ statement: Statement, of clinic: UUIDBytes, opening: Set<Tag>?
    ) async throws -> [Recorded<Event>] {
        let read = try await attempt(statement, of: clinic, opening: opening)
        if let (_, reason) = read.unreadable.first { throw reason }
        return read.events
    }

    func attempt(
        _ statement: Statement, of clinic: UUIDBytes, opening: Set<Tag>?
    ) async throws -> ReadEvents<Event> {
        let results = try await connection.perform([statement, .quarantined(in: clinic)], effect: .reads)
        let stored = try results[0].map { try StoredEvent($0) }
        let quarantined = Set(try results[1].map { try $0.int64(0) })
        return try await EventDecoder<Event>.attempt(
            stored, of: clinic, keys, opening: opening, quarantined: quarantined
        ) { statements in
            try await connection.perform(statements, effect: .reads)
        }
    }

    /// The events with the tags of a document, in the feed's order: all events that change the document, and perhaps
    /// others. `nil` if there are more than `limit`, or if no tag of the document is known.
    ///
    /// - Parameter event: an event that is known to change the document.
    func events(
        of document: AuditedDocument, _ model: AuditedProjection<Event>, knowing event: Event?, limit: Int
    ) async throws -> [Recorded<Event>]? {
        let projection = model.projection
        var next = Set(projection.tags(of: document.key, toldBy: nil))
        if let event { next.formUnion(projection.tags(of: document.key, toldBy: event)) }
        guard !next.isEmpty else { return nil }
        let end = try await end(of: model, in: document.clinic)
        var asked: Set<Tag> = []
        var found: [Int64: Recorded<Event>] = [:]
        while !next.isEmpty {
            let events = try await events(
                .events(of: document.clinic, under: next, upTo: end, limit: limit + 1), of: document.clinic,
                opening: model.opening)
            asked.formUnion(next)
            next = []
            for event in events where found.updateValue(event, forKey: event.position) == nil {
                next.formUnion(projection.tags(of: document.key, toldBy: event.event))
            }
            guard found.count <= limit else { return nil }
            next.subtract(asked)
        }
        return found.values.sorted { $0.position < $1.position }
    }

    /// The difference between the stored document and the one that the audit has folded; `nil` if they are equal.
    func finding(
        _ document: AuditedDocument, _ model: AuditedProjection<Event>, _ fold: DocumentFold<Event>
    ) async throws -> DocumentComparison.Finding? {
        let expected = fold.row(document.key)
        let statement = model.schema.compare(expected, under: document.key, in: document.clinic)
        guard let stored = try await connection.perform(statement, effect: .reads).first else {
            return expected == nil ? nil : .missing
        }
        if expected == nil { return .superfluous }
        if try !stored.bool(0) { return .document }
        return try stored.bool(1) ? nil : .column
    }
}
