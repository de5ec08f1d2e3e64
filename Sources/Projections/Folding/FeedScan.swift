import EventLoop
import EventSourcing
import EventStore
import Identifiers
import PostgresClient
import SQL

/// Reads a clinic's feed in order, one range of positions after the other. The next ranges are read ahead, and decoded
/// on any free core.
struct FeedScan<Event: DomainEvent>: Sendable {
    /// A range of the feed: the events at consecutive positions.
    struct Chunk: Sendable {
        let range: ClosedRange<Int64>
        let events: [Recorded<Event>]
        let unreadable: [(position: Int64, reason: Unreadable)]
        /// The positions of quarantined events in this part of the feed. Projections skip them.
        let passedOver: [Int64]

        /// The positions in this part of the feed at which the feed has no event.
        var gaps: [ClosedRange<Int64>] {
            guard events.count + unreadable.count + passedOver.count < range.count else { return [] }
            var gaps: [ClosedRange<Int64>] = []
            var next = range.lowerBound
            let present = (events.map(\.position) + unreadable.map(\.position) + passedOver).sorted()
            for position in present + [range.upperBound + 1] {
                if next < position { gaps.append(next...(position - 1)) }
                next = position + 1
            }
            return gaps
        }
    }

    let clinic: UUIDBytes
    var first: Int64 = 1
    let last: Int64
    let keys: PersonalKeys
    let perform: @Sendable ([Statement]) async throws -> [Rows]
    var chunkSize: Int64 = 4_000
    var chunksAhead = 3

    /// Calls `body` with one range of the feed's events after the other, in the caller's isolation.
    func forEachChunk(_ body: (Chunk) async throws -> Void) async throws {
        var quarantined: Set<Int64> = []
        for row in try await perform([.quarantined(in: clinic)]).joined() { quarantined.insert(try row.int64(0)) }
        var ahead: [Task<Chunk, any Error>] = []
        defer { for task in ahead { task.cancel() } }
        var next = first
        while next <= last || !ahead.isEmpty {
            while next <= last, ahead.count < chunksAhead {
                let range = next...min(last, next + chunkSize - 1)
                next = range.upperBound + 1
                ahead.append(Task { @concurrent [quarantined] in try await read(range, quarantined) })
            }
            try await body(try await ahead.removeFirst().value)
        }
    }

    @concurrent
    private func read(_ range: ClosedRange<Int64>, _ quarantined: Set<Int64>) async throws -> Chunk {
        let results = try await perform([.events(of: clinic, in: range)])
        var stored: [StoredEvent] = []
        stored.reserveCapacity(Int(range.upperBound - range.lowerBound) + 1)
        for row in results.joined() { stored.append(try StoredEvent(row)) }
        let read = try await EventDecoder<Event>.attempt(stored, of: clinic, keys, quarantined: quarantined) {
            try await perform($0)
        }
        return Chunk(range: range, events: read.events, unreadable: read.unreadable, passedOver: read.passedOver)
    }
}

extension LoopBound<PostgresPool> {
    /// A function for callers on other threads. It performs statements through the connection pool, on the pool's loop.
    var performer: @Sendable ([Statement]) async throws -> [Rows] {
        { statements in try await run { try await $0.perform(statements) } }
    }
}

extension LoopBound<StagedSwap> {
    /// A function for callers on other threads. It performs statements on the staged swap's connection, on the loop of
    /// the staged swap.
    var performer: @Sendable ([Statement]) async throws -> [Rows] {
        { statements in try await run { try await $0.connection.perform(statements, effect: .reads) } }
    }
}
