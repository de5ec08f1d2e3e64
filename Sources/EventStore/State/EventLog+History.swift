import EventSourcing
public import Identifiers
import EventLoop
import PostgresClient
import SQL

extension EventLog {
    /// Returns a clinic's events that have a tag with one of the given ids, oldest first. Quarantined events are left
    /// out.
    ///
    /// - Throws: `PostgresError`, or `Unreadable` for an event that cannot be read.
    public func history(of subjects: [UUIDBytes], in clinic: UUIDBytes) async throws -> [HistoricEvent] {
        loop.preconditionCurrent()
        var stored: [StoredEvent] = []
        var types: [Int64: String] = [:]
        for row in try await reads.perform(.events(of: clinic, about: subjects), effect: .reads) {
            let event = try StoredEvent(row)
            stored.append(event)
            types[event.position] = event.type
        }
        let events = try await EventDecoder<Event>.decode(stored, of: clinic, keys) { statements in
            try await reads.perform(statements, effect: .reads)
        }
        return events.map { recorded in HistoricEvent(recorded, type: types[recorded.position] ?? "") }
    }

    /// Returns the events at the given positions, oldest first. Unreadable and quarantined events are left out.
    public func history(at positions: [Int64], in clinic: UUIDBytes) async throws -> [HistoricEvent] {
        loop.preconditionCurrent()
        var stored: [Int64: StoredEvent] = [:]
        for row in try await reads.perform(.events(of: clinic, at: positions), effect: .reads) {
            let event = try StoredEvent(row)
            stored[event.position] = event
        }
        let inOrder = stored.values.sorted { $0.position < $1.position }
        let read = try await EventDecoder<Event>.attempt(inOrder, of: clinic, keys) { statements in
            try await reads.perform(statements, effect: .reads)
        }
        return read.events.map { recorded in HistoricEvent(recorded, type: stored[recorded.position]?.type ?? "") }
    }
}

extension Statement {
    fileprivate static func events(of clinic: UUIDBytes, at positions: [Int64]) -> Statement {
        """
        SELECT clinic_id, position, type, schema_version, data, metadata, recorded_at
        FROM event WHERE clinic_id = \(clinic) AND position = ANY (\(positions))
        """
    }

    fileprivate static func events(of clinic: UUIDBytes, about subjects: [UUIDBytes]) -> Statement {
        """
        SELECT e.clinic_id, e.position, e.type, e.schema_version, e.data, e.metadata, e.recorded_at
        FROM event AS e
        WHERE e.clinic_id = \(clinic) AND e.position IN (
            SELECT t.position FROM event_tag AS t WHERE t.clinic_id = \(clinic) AND t.subject = ANY (\(subjects)))
        ORDER BY e.position
        """
    }
}
