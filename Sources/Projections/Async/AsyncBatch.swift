import EventLoop
import EventSourcing
import EventStore
import Identifiers
import PostgresClient
import SQL

/// The next events of one clinic for one asynchronous projection. They are read and folded, and then their documents
/// are written in one transaction together with the projection's new position.
package final class AsyncBatch<Event: DomainEvent> {
    private let model: AsyncProjection<Event>
    private let clinic: UUIDBytes
    private let keys: PersonalKeys
    private let unreadable: UnreadableEvents
    private let pool: PostgresPool

    /// The asynchronous projection's position in the clinic's feed, as this batch has last read or written it.
    package private(set) var place = ProjectionPosition(position: 0, edition: 0)
    private var events: [Recorded<Event>] = []
    /// The position of the last event that this batch has read, including skipped events; `nil` if it has read none.
    private var last: Int64?
    private let fold: DocumentFold<Event>
    /// The reason why the asynchronous projection cannot continue after this batch's events; `nil` if it can. The
    /// reason contains no event data.
    private var obstacle: String?
    private var isFull = false
    /// The number of the connection pool's reconnections when the batch was created. If the pool has reconnected since,
    /// nothing of the batch is written.
    private let reopened: UInt64

    package init(
        _ model: AsyncProjection<Event>, of clinic: UUIDBytes, sharing process: SharedLog<Event>, on pool: PostgresPool
    ) {
        self.model = model
        self.clinic = clinic
        keys = process.keys
        unreadable = process.unreadable
        self.pool = pool
        reopened = pool.reopened
        fold = model.projection.begin()
    }

    package enum End: Hashable, Sendable {
        /// The batch's documents and the projection's new position were written. `hasMore` is true if the batch had as
        /// many events as allowed, so that more may follow.
        case written(hasMore: Bool)
        /// The projection cannot continue in the clinic, for the given reason. `isNew` is true if the database did not
        /// have this reason yet.
        case stopped(String, isNew: Bool)
    }

    /// Reads, folds and writes one batch.
    ///
    /// - Parameters:
    ///   - limit: the maximum number of events.
    ///   - heard: the projection's position and the next events, if known. A wrong position is rejected when the batch
    ///     is written.
    package func run(
        limit: Int64, after heard: (place: ProjectionPosition, events: ArraySlice<Recorded<Event>>)? = nil,
        under lease: Lease
    ) async throws -> End {
        try await read(limit: limit, after: heard)
        return try await write(under: lease)
    }

    package func read(
        limit: Int64, after heard: (place: ProjectionPosition, events: ArraySlice<Recorded<Event>>)? = nil
    ) async throws {
        pool.loop.preconditionCurrent()
        if let heard {
            place = heard.place
            events = Array(heard.events.prefix(Int(limit)))
            last = events.last?.position
            isFull = heard.events.count >= limit
        } else {
            try await readEvents(limit)
        }
        guard !events.isEmpty else { return }
        do { try await restore() } catch let what as UndecodableDocument {
            // A stored document cannot be read, so the projection stops before the batch's events: the batch writes no
            // document and records the reason.
            events = []
            last = nil
            obstacle = "document of \(what)"
            return
        }
        fold.absorb(events[...])
    }

    private func readEvents(_ limit: Int64) async throws {
        let rows = try await pool.perform(.laggingEvents(model.name, of: clinic, limit: limit), effect: .reads)
        guard let first = rows.first else { throw PostgresError.protocolViolation("no place") }
        place = ProjectionPosition(position: try first.int64(0), edition: try first.int64(7))
        let end = try first.int64(8)
        guard place.position < end else { return }
        var stored: [StoredEvent] = []
        for row in rows {
            guard try row.optionalInt64(1) == place.position + Int64(stored.count) + 1 else { break }
            stored.append(try StoredEvent(row))
        }
        let next = place.position + Int64(stored.count) + 1
        isFull = stored.count == limit
        if !isFull, next <= end { obstacle = "there is no event \(next)" }
        let read = try await EventDecoder<Event>.attempt(
            stored, of: clinic, keys, opening: model.projection.readsPersonal ? nil : []
        ) { [pool] statements in try await pool.perform(statements, effect: .reads) }
        events = read.events
        last = stored.last?.position
        if let (position, reason) = read.unreadable.first {
            unreadable.note(reason)
            events.removeAll { $0.position > position }
            last = position - 1 > place.position ? position - 1 : nil
            obstacle = "\(reason)"
        }
    }

    /// Loads the stored documents that the batch's events change, except the documents that the events create.
    private func restore() async throws {
        var isStored: [DocumentKey: Bool] = [:]
        for event in events {
            let isMadeAnew = model.projection.isMadeAnew(by: event.event)
            for key in model.projection.keys(of: event) where isStored[key] == nil { isStored[key] = !isMadeAnew }
        }
        let wanted = isStored.filter(\.value).map { InClinic(clinic: clinic, value: $0.key) }
        guard !wanted.isEmpty else { return }
        for row in try await pool.perform(model.schema.select(wanted), effect: .reads) {
            let index = Int(try row.int64(0)) - 1
            guard wanted.indices.contains(index) else {
                throw PostgresError.protocolViolation("a document that was not asked for")
            }
            try fold.restore(wanted[index].value, from: try row.bytes(1))
        }
    }

    /// Writes the batch's documents and the projection's new position in one transaction.
    ///
    /// - Throws: `PostgresError` if the lease is lost (`isLeaseLost`) or the projection's position has changed
    ///   (`isAsyncMoved`). In both cases nothing was written.
    package func write(under lease: Lease) async throws -> End {
        pool.loop.preconditionCurrent()
        if let last {
            var statements: [Statement] = [
                .needNotBeDurable, .proveLease(lease),
                .moveAsync(model.name, in: clinic, from: place, to: last),
            ]
            statements += documents
            do throws(PostgresError) {
                _ = try await pool.perform(statements, asOf: reopened)
                place = ProjectionPosition(position: last, edition: place.edition)
            } catch {
                guard error.isRefusedDocument else { throw error }
                // PostgreSQL rejected a document. A retry would fail too, as long as the program and the tables stay
                // the same, so the projection stops.
                obstacle = "\(error)"
            }
        }
        guard let obstacle else { return .written(hasMore: isFull) }
        let told = try await pool.perform(
            [.proveLease(lease)] + Statement.stopAsync(model.name, in: clinic, at: place, obstacle), asOf: reopened)
        return .stopped(obstacle, isNew: told.last?.isEmpty == false)
    }

    private var documents: [Statement] {
        var changed: [InClinic<DocumentRow>] = []
        var gone: [InClinic<DocumentKey>] = []
        for key in fold.changedKeys.sorted() {
            if let row = fold.row(key) {
                changed.append(InClinic(clinic: clinic, value: row))
            } else {
                gone.append(InClinic(clinic: clinic, value: key))
            }
        }
        var statements: [Statement] = []
        if !gone.isEmpty { statements.append(model.schema.delete(gone)) }
        if !changed.isEmpty { statements.append(model.schema.upsert(changed)) }
        return statements
    }
}

extension PostgresError {
    /// Whether PostgreSQL rejected a document's value because of its column's type or a constraint (SQLSTATE classes 22
    /// and 23).
    fileprivate var isRefusedDocument: Bool {
        if case .server(let error) = self { ["22", "23"].contains(error.sqlState.prefix(2)) } else { false }
    }

    /// Whether the database function `prove_lease` did not find the lease, because it has expired or another server has
    /// taken it.
    package var isLeaseLost: Bool {
        if case .server(let error) = self { error.sqlState == "CS002" } else { false }
    }

    /// Whether the database function `move_behind` found the projection at another position than the one that was read.
    package var isAsyncMoved: Bool {
        if case .server(let error) = self { error.sqlState == "CS003" } else { false }
    }
}
