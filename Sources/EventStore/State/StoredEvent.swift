import EventSourcing
import Identifiers
import PostgresClient
import SQL

/// An event as it is stored in the log.
package struct StoredEvent: Sendable {
    package let position: Int64
    let type: String
    let version: Int
    let data: [UInt8]
    let metadata: [UInt8]
    let recordedAt: Instant

    /// Reads a stored event.
    ///
    /// - Parameter row: a row with one column that is not read, then position, type, schema version, data, metadata,
    ///   recorded at.
    package init(_ row: Row) throws(PostgresError) {
        position = try row.int64(1)
        type = try row.text(2)
        version = Int(try row.int64(3))
        data = try row.bytes(4)
        metadata = try row.bytes(5)
        recordedAt = Instant(secondsSince1970: try row.timestamp(6).microsecondsSince1970 / 1_000_000)
    }
}

/// Decoded events, and those that cannot be decoded, each in the order of their positions.
package struct ReadEvents<Event: DomainEvent>: Sendable {
    package internal(set) var events: [Recorded<Event>] = []
    package internal(set) var unreadable: [(position: Int64, reason: Unreadable)] = []
    /// The positions of quarantined events, which are neither in `events` nor in `unreadable`.
    package internal(set) var passedOver: [Int64] = []

    mutating func passOver(_ quarantined: Set<Int64>) {
        guard !quarantined.isEmpty else { return }
        for position in events.map(\.position) + unreadable.map(\.position) where quarantined.contains(position) {
            passedOver.append(position)
        }
        guard !passedOver.isEmpty else { return }
        passedOver.sort()
        events.removeAll { quarantined.contains($0.position) }
        unreadable.removeAll { quarantined.contains($0.position) }
    }
}
