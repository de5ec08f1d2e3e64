import EventLoop
import EventSourcing
import Identifiers
import PostgresClient
import SQL

/// Reads a clinic's whole feed in order: some chunks ahead, decoded on whatever core is free.
struct FeedScan<Event: DomainEvent>: Sendable {
    /// One position that was read: its event, or why there is none.
    struct Entry: Sendable {
        let position: Int64
        let event: Result<Recorded<Event>, Unreadable>
    }

    let clinic: UUIDBytes
    let last: Int64
    let loop: EventLoop
    let pool: PostgresPool
    let keys: PersonalKeys
    var chunkSize: Int64 = 4_000
    var chunksAhead = 3

    /// - Parameter body: gets each chunk's range and its events, oldest first.
    @concurrent
    func forEachChunk(_ body: (ClosedRange<Int64>, [Entry]) throws -> Void) async throws {
        var ahead: [(range: ClosedRange<Int64>, task: Task<[Entry], any Error>)] = []
        defer { for (_, task) in ahead { task.cancel() } }
        var next: Int64 = 1
        while next <= last || !ahead.isEmpty {
            while next <= last, ahead.count < chunksAhead {
                let range = next...min(last, next + chunkSize - 1)
                next = range.upperBound + 1
                ahead.append((range, Task { @concurrent in try await read(range) }))
            }
            let (range, task) = ahead.removeFirst()
            try body(range, try await task.value)
        }
    }

    @concurrent
    private func read(_ range: ClosedRange<Int64>) async throws -> [Entry] {
        let results = try await loop.run { [pool, clinic] in try await pool.perform([.events(of: clinic, in: range)]) }
        var stored: [StoredEvent] = []
        stored.reserveCapacity(Int(range.upperBound - range.lowerBound) + 1)
        for row in results.joined() { stored.append(try StoredEvent(row)) }
        let events = try await EventDecoder<Event>.attempt(stored, of: clinic, keys) { statements in
            try await loop.run { [pool] in try await pool.perform(statements) }
        }
        return zip(stored, events).map { Entry(position: $0.position, event: $1) }
    }
}
