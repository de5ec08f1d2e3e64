import EventLoop
import EventSourcing
import EventStore
import Identifiers
import JSON
import PostgresClient
import Projections
import SQL
import TestSupport
import Theatre

extension TestDatabase {
    /// Rebuilds read models.
    ///
    /// - Parameter network: the proxy between the rebuild and the database; `nil` to connect directly.
    func rebuild(
        _ projections: [AnyProjection<TheatreEvent>] = .theatre, anew: Bool = false, memory: FoldMemory = FoldMemory(),
        through network: SocketProxy? = nil
    ) async throws -> Rebuild<TheatreEvent>.Report {
        let conninfo = network?.conninfo(database: name) ?? conninfo
        return try await withLoop { loop in
            try await Rebuild<TheatreEvent>(projections, anew: anew, keys: .theatre(), memory: memory)
                .run(PostgresConfiguration(conninfo: conninfo), on: loop)
        }
    }

    func verify(memory: FoldMemory = FoldMemory(), limit: Int = 100) async throws -> [Difference] {
        try await withLoop { loop in
            try await Verification<TheatreEvent>(.theatre, keys: .theatre(), limit: limit, memory: memory)
                .run(PostgresConfiguration(conninfo: conninfo), on: loop).differences
        }
    }

    /// Books and releases seats in two theatres, from two event loops.
    func fill() async throws {
        try await TheatreProcess.run(loops: 2, self) { process in
            for seat in 0..<6 { try await process.house.handle(BookSeat(show: "Lear", seat: seat, guest: "Ada")) }
            _ = await allAtOnce(6..<120) { number in
                await process.houses[number % 2].verdict(
                    BookSeat(show: "show \(number % 7)", seat: number, guest: "guest \(number % 5)"),
                    in: number % 3 == 0 ? .theatre : .otherTheatre)
            }
            for seat in 3..<6 { try await process.house.handle(ReleaseSeat(show: "Lear", seat: seat)) }
        }
    }

    /// Deletes some tickets, damages all other tickets and every seating plan, and adds a ticket. Appends can still
    /// read the damaged documents.
    func damage() async throws {
        try await run(
            "UPDATE seating_plan SET taken = -1",
            "DELETE FROM ticket WHERE right(seat, 1) = '2'",
            "UPDATE ticket SET document = (document::text || ' ')::json, guest = 'nobody'",
            """
            INSERT INTO ticket SELECT clinic_id, 'stray', document, 'stray', guest, booked_at FROM ticket
            WHERE clinic_id = \(.theatre) LIMIT 1
            """)
    }

    /// Every row of the seating plans and tickets as text.
    func snapshot() async throws -> [String] {
        try await TheatreProcess.run(self) { process in
            let plans = try await process.house.query("SELECT p::text FROM seating_plan p ORDER BY clinic_id, show")
            let tickets = try await process.house.query("SELECT t::text FROM ticket t ORDER BY clinic_id, ticket")
            return try (Array(plans) + Array(tickets)).map { try $0.text(0) }
        }
    }

    func feedEnd() async throws -> Int64 {
        try await TheatreProcess.run(self) { process in
            try await process.house.numbers("SELECT last_position FROM clinic_feed WHERE clinic_id = \(.theatre)")[0]
        }
    }

    /// Runs `meanwhile` while a rebuild waits for another session, which has run `lock` and does not commit.
    ///
    /// - Returns: the rebuild's outcome after the other session has ended its transaction.
    func rebuild(
        _ projections: [AnyProjection<TheatreEvent>] = .theatre, memory: FoldMemory = FoldMemory(),
        through network: SocketProxy? = nil, stoppedBy lock: Statement,
        meanwhile: @escaping @Sendable (PostgresConnection) async throws -> Void
    ) async throws -> Result<Rebuild<TheatreEvent>.Report, any Error> {
        try await withConnection { holder in
            _ = try await holder.perform("BEGIN")
            _ = try await holder.perform(lock)
            let held = Held { try await rebuild(projections, memory: memory, through: network) }
            try await withConnection { watcher in
                try await held.waits(watcher)
                try await meanwhile(watcher)
            }
            _ = try await holder.perform("ROLLBACK")
            do { return .success(try await held.value) } catch { return .failure(error) }
        }
    }
}

extension Statement {
    /// Locks a clinic's feed, so that a rebuild has to wait before it replaces the clinic's documents.
    static func holdFeed(_ clinic: UUIDBytes) -> Statement {
        "SELECT FROM clinic_feed WHERE clinic_id = \(clinic) FOR UPDATE"
    }

    /// Inserts the row that a clinic's staged swap inserts last, so that the swap waits before its commit.
    static func holdRecord(_ clinic: UUIDBytes) -> Statement {
        "INSERT INTO rebuilt_clinic (clinic_id, work) VALUES (\(clinic), 'held')"
    }

    static let waitingRebuilds: Statement = """
        SELECT FROM pg_stat_activity
        WHERE application_name = 'chairside rebuild' AND wait_event_type = 'Lock' AND datname = current_database()
        """

    /// Ends all database sessions of rebuilds, as if their processes had been killed.
    static let endRebuilds: Statement = """
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE application_name = 'chairside rebuild' AND datname = current_database()
        """
}

extension FoldMemory {
    /// Limits of a rebuild's memory: the usual ones, and three so small that nearly all documents are spilled. With a
    /// small limit of keys, all documents of a read model are staged if a few differ.
    static let usualAndLittle = [
        FoldMemory(), FoldMemory(documents: 4, keys: 2), FoldMemory(documents: 1, keys: 0), FoldMemory(bytes: 1),
    ]
}

/// A projection with one document for each guest. Appends do not write it, and a rebuild compares it last, so a lock on
/// its table stops a rebuild during the comparison.
struct GuestList: Projection {
    struct Document: Sendable {
        let guest: String
    }

    static let table = DocumentTable("guest_list", key: "guest", .text)
    static let codec: Codec<Document> = object(Document.init, field("guest", \.guest, .string(max: 50)))
    static let columns: [DocumentColumn<Document>] = []

    static let made: Statement = """
        CREATE TABLE guest_list (
            clinic_id uuid NOT NULL, guest text NOT NULL, document json NOT NULL, PRIMARY KEY (clinic_id, guest)
        )
        """

    static func keys(of event: TheatreEvent) -> [DocumentKey] {
        switch event {
        case .seatBooked(let booked): [.text(booked.guest)]
        case .seatReleased: []
        }
    }

    static func fold(_ document: Document?, _ recorded: Recorded<TheatreEvent>, key: DocumentKey) -> Document? {
        switch recorded.event {
        case .seatBooked(let booked): Document(guest: booked.guest)
        case .seatReleased: document
        }
    }
}
