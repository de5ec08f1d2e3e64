public import EventSourcing
public import Identifiers
import EventLoop
import PostgresClient
import SQL

/// One event of a history, as whoever holds the keys reads it.
public struct HistoricEvent: Sendable {
    public let position: Int64
    public let type: String
    public let recordedAt: Instant
    public let actor: Actor
    /// UTF-8 JSON. What was erased stands in it as `null`.
    public let data: [UInt8]
}

extension EventLog {
    /// What the log holds of some subjects, oldest first: every event with a tag of one of them.
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
        return events.map { recorded in
            HistoricEvent(
                position: recorded.position, type: types[recorded.position] ?? "", recordedAt: recorded.recordedAt,
                actor: recorded.actor,
                data: recorded.event.payload.plainBytes)
        }
    }
}

extension Statement {
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
