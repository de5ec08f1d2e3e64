import EventLoop
import EventSourcing
public import Identifiers
import PostgresClient
import SQL

extension EventLog {
    /// Reports whether the event at a position exists, is quarantined, and can be read.
    public func state(of position: Int64, in clinic: UUIDBytes) async throws -> StoredEventState {
        loop.preconditionCurrent()
        let stored = try await reads.perform(.events(of: clinic, in: position...position), effect: .reads)
            .map { try StoredEvent($0) }
        guard let event = stored.first else { return .absent }
        let read = try await EventDecoder<Event>.attempt(stored, of: clinic, keys) { statements in
            try await reads.perform(statements, effect: .reads)
        }
        if !read.passedOver.isEmpty { return .quarantined }
        guard let (_, reason) = read.unreadable.first else { return .readable }
        let rows = try await reads.perform(
            "SELECT subject, aspect FROM event_tag WHERE clinic_id = \(clinic) AND position = \(position)",
            effect: .reads)
        return .unreadable(
            EventPlace(clinic: clinic, position: position, type: event.type),
            tags: try rows.map { Tag(subject: try $0.uuid(0), aspect: try $0.int32(1)) }, why: "\(reason)")
    }
}
