import EventLoop
import EventSourcing
import Identifiers
import PostgresClient
import SQL

/// The next events of one clinic on their way into one read model: read, folded, and written in one transaction together with
/// the place that the read model has reached.
///
/// - Safety: touched on the pool's loop alone.
package final class BehindBatch<Event: DomainEvent>: @unchecked Sendable {
    private let model: BehindModel<Event>
    private let clinic: UUIDBytes
    private let keys: PersonalKeys
    private let unreadable: UnreadableEvents
    private let pool: PostgresPool

    /// Where the read model stands, as far as was read or written.
    package private(set) var place = BehindPlace(position: 0, edition: 0)
    private var events: [Recorded<Event>] = []
    /// The last position that was read, with events that are passed over.
    private var last: Int64?
    private let fold: DocumentFold<Event>
    /// What keeps the read model from going on behind the events that were read. Says nothing that an event holds.
    private var obstacle: String?
    private var isFull = false
    /// The pool's when nothing had been read yet: over a connection that was opened later, nothing of it is written.
    private let reopened: UInt64

    package init(
        _ model: BehindModel<Event>, of clinic: UUIDBytes, sharing process: SharedLog<Event>, on pool: PostgresPool
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
        /// All that there was, or as much as a batch may have.
        case written(hasMore: Bool)
        /// As far as it went. `isNew`: nobody knew.
        case stopped(String, isNew: Bool)
    }

    /// - Parameters:
    ///   - limit: so many events, at most.
    ///   - heard: where the read model stands, and what comes next, if that is known. A wrong place is refused when the batch is
    ///     written.
    package func run(
        limit: Int64, after heard: (place: BehindPlace, events: ArraySlice<Recorded<Event>>)? = nil, under lease: Lease
    ) async throws -> End {
        try await read(limit: limit, after: heard)
        return try await write(under: lease)
    }

    package func read(
        limit: Int64, after heard: (place: BehindPlace, events: ArraySlice<Recorded<Event>>)? = nil
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
            // Which of the events are for other documents is not worth knowing: it stops here.
            events = []
            last = nil
            obstacle = "document of \(what)"
            return
        }
        fold.absorb(events[...])
    }

    private func readEvents(_ limit: Int64) async throws {
        let rows = try await pool.perform(.eventsBehind(model.name, of: clinic, limit: limit), effect: .reads)
        guard let first = rows.first else { throw PostgresError.protocolViolation("no place") }
        place = BehindPlace(position: try first.int64(0), edition: try first.int64(7))
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

    /// Brings in the documents that the events change, but for those that they make.
    private func restore() async throws {
        var isStored: [DocumentKey: Bool] = [:]
        for event in events {
            let isMadeAnew = model.projection.isMadeAnew(by: event.event)
            for key in model.projection.keys(of: event.event) where isStored[key] == nil { isStored[key] = !isMadeAnew }
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

    /// - Throws: where the lease is lost (`isLeaseLost`), or the read model is not where it was read (`isMovedBehind`):
    ///   nothing was written then.
    package func write(under lease: Lease) async throws -> End {
        pool.loop.preconditionCurrent()
        if let last {
            var statements: [Statement] = [
                .needNotBeDurable, .proveLease(lease),
                .moveBehind(model.name, in: clinic, from: place, to: last),
            ]
            statements += documents
            do throws(PostgresError) {
                _ = try await pool.perform(statements, asOf: reopened)
                place = BehindPlace(position: last, edition: place.edition)
            } catch {
                guard error.isRefusedDocument else { throw error }
                // It would be refused again, for as long as program and tables are what they are.
                obstacle = "\(error)"
            }
        }
        guard let obstacle else { return .written(hasMore: isFull) }
        let told = try await pool.perform(
            [.proveLease(lease)] + Statement.stopBehind(model.name, in: clinic, at: place, obstacle), asOf: reopened)
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

/// A projection that runs behind the appends, with what its statements need.
package struct BehindModel<Event: DomainEvent>: Sendable {
    let projection: AnyProjection<Event>
    let schema: DocumentSchema
    package let name: String

    package init(_ projection: AnyProjection<Event>) {
        self.projection = projection
        schema = DocumentSchema(projection)
        name = projection.table.name.description
    }

    /// The part of the clinics that one is in.
    package func part(of clinic: UUIDBytes, slices: Int32) -> LeasedPart {
        LeasedPart(name, slice: Int32((clinic.high ^ clinic.low) % UInt64(slices)))
    }
}

extension PostgresError {
    /// A value that the table does not take, or one that its constraints do not (classes 22 and 23).
    fileprivate var isRefusedDocument: Bool {
        if case .server(let error) = self { ["22", "23"].contains(error.sqlState.prefix(2)) } else { false }
    }

    /// `prove_lease` did not find it.
    package var isLeaseLost: Bool {
        if case .server(let error) = self { error.sqlState == "CS002" } else { false }
    }

    /// `move_behind` found another place than was read.
    package var isMovedBehind: Bool {
        if case .server(let error) = self { error.sqlState == "CS003" } else { false }
    }
}
