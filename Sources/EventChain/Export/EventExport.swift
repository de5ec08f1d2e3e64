import EventLoop
import EventSourcing
import JSON
import PostgresClient
import SQL

/// Exports all events of a database, one per line, in the order of clinics and positions.
package struct EventExport: Sendable {
    private let progress: @Sendable (Int64, Int64) -> Void

    package init(progress: @escaping @Sendable (_ done: Int64, _ all: Int64) -> Void = { _, _ in }) {
        self.progress = progress
    }

    /// Exports all events.
    ///
    /// - Parameter write: receives the export in pieces of whole lines. The next piece is read only after `write` has
    ///   returned.
    /// - Returns: the number of events.
    package func run(
        _ configuration: PostgresConfiguration, on loop: EventLoop,
        write: @escaping @Sendable ([UInt8]) async throws -> Void
    ) async throws -> Int64 {
        try await withSnapshots(configuration, on: loop) { hashes, events in
            let stored = StoredHashes(hashes)
            var all: Int64 = 0
            for row in try await events.perform(.feedEnds, effect: .reads) { all &+= try row.int64(1) }
            var done: Int64 = 0
            var reader = EventCopyReader()
            try await events.copyOut(.copyAllEvents) { piece in
                var frames: [EventFrame] = []
                try reader.read(piece) { frames.append($0) }
                var lines: [UInt8] = []
                lines.reserveCapacity(2 * piece.count)
                for frame in frames {
                    let hash = try await stored.hash(frame.clinic, frame.position)
                    ExportedEvent(columns: try frame.columns(), hash: hash).append(to: &lines)
                }
                try await write(lines)
                done += Int64(frames.count)
                progress(done, max(all, done))
            }
            return done
        }
    }
}
