import EventLoop
import EventSourcing
import Identifiers
import PostgresClient
import SQL

/// Reads a clinic's feed in order: some chunks ahead, decoded on whatever core is free.
struct FeedScan<Event: DomainEvent>: Sendable {
    /// One position that was read: its event, or why there is none.
    struct Entry: Sendable {
        let position: Int64
        let event: Result<Recorded<Event>, Unreadable>
    }

    let clinic: UUIDBytes
    var first: Int64 = 1
    let last: Int64
    let keys: PersonalKeys
    let perform: @Sendable ([Statement]) async throws -> [Rows]
    var chunkSize: Int64 = 4_000
    var chunksAhead = 3

    /// - Parameter body: gets each chunk's range and its events, oldest first, where the caller is.
    func forEachChunk(_ body: (ClosedRange<Int64>, [Entry]) throws -> Void) async throws {
        var ahead: [(range: ClosedRange<Int64>, task: Task<[Entry], any Error>)] = []
        defer { for (_, task) in ahead { task.cancel() } }
        var next = first
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
        let results = try await perform([.events(of: clinic, in: range)])
        var stored: [StoredEvent] = []
        stored.reserveCapacity(Int(range.upperBound - range.lowerBound) + 1)
        for row in results.joined() { stored.append(try StoredEvent(row)) }
        let events = try await EventDecoder<Event>.attempt(stored, of: clinic, keys) { try await perform($0) }
        return stored.indices.map { Entry(position: stored[$0].position, event: events[$0]) }
    }
}

extension PostgresPool {
    /// Performs statements on the pool's loop, for whoever is not on it.
    func performer(on loop: EventLoop) -> @Sendable ([Statement]) async throws -> [Rows] {
        { statements in try await loop.run { try await self.perform(statements) } }
    }
}

extension PostgresConnection {
    /// The same, on one connection.
    func performer(on loop: EventLoop) -> @Sendable ([Statement]) async throws -> [Rows] {
        { statements in try await loop.run { try await self.perform(statements, effect: .reads) } }
    }
}
