public import EventSourcing
public import Identifiers
import EventLoop
import PostgresClient
import SQL

extension EventLog {
    /// Returns a clinic's events that have one of the given tags, oldest first.
    ///
    /// - Throws: `PostgresError`, or `Unreadable` for an event that cannot be read.
    public func events(
        under tags: [Tag], in clinic: UUIDBytes, upTo limit: PastLimit = .none
    ) async throws -> [Recorded<Event>] {
        loop.preconditionCurrent()
        guard !tags.isEmpty else { return [] }
        return try await decode(.events(of: clinic, under: tags, upTo: limit), of: clinic)
    }

    /// Returns the next events of a clinic's feed after a position.
    ///
    /// - Returns: at most `count` events, without those that cannot be read, and the position of the last one, readable
    ///   or not; `nil` if no event follows.
    public func events(
        after position: Int64, atMost count: Int, in clinic: UUIDBytes
    ) async throws -> (events: [Recorded<Event>], last: Int64?) {
        loop.preconditionCurrent()
        let rows = try await reads.perform(.events(of: clinic, after: position, atMost: count), effect: .reads)
        let stored = try rows.map { try StoredEvent($0) }
        let read = try await EventDecoder<Event>.attempt(stored, of: clinic, keys) { statements in
            try await reads.perform(statements, effect: .reads)
        }
        return (read.events, stored.last?.position)
    }

    private func decode(_ statement: Statement, of clinic: UUIDBytes) async throws -> [Recorded<Event>] {
        let stored = try await reads.perform(statement, effect: .reads).map { try StoredEvent($0) }
        return try await EventDecoder<Event>.decode(stored, of: clinic, keys) { statements in
            try await reads.perform(statements, effect: .reads)
        }
    }
}

extension Statement {
    fileprivate static func events(of clinic: UUIDBytes, under tags: [Tag], upTo limit: PastLimit) -> Statement {
        """
        SELECT e.clinic_id, e.position, e.type, e.schema_version, e.data, e.metadata, e.recorded_at
        FROM event AS e
        WHERE e.clinic_id = \(clinic) AND e.position <= coalesce(\(limit.position), 9223372036854775807)
            AND e.recorded_at <= coalesce(\(limit.instant), 'infinity')
            AND e.position IN (
                SELECT t.position
                FROM unnest(\(tags.map(\.subject)), \(tags.map(\.aspect))) AS w (subject, aspect)
                    JOIN event_tag AS t ON t.clinic_id = \(clinic) AND t.subject = w.subject AND t.aspect = w.aspect)
        ORDER BY e.position
        """
    }

    fileprivate static func events(of clinic: UUIDBytes, after position: Int64, atMost count: Int) -> Statement {
        """
        SELECT e.clinic_id, e.position, e.type, e.schema_version, e.data, e.metadata, e.recorded_at
        FROM event AS e WHERE e.clinic_id = \(clinic) AND e.position > \(position)
        ORDER BY e.position LIMIT \(count)
        """
    }
}
