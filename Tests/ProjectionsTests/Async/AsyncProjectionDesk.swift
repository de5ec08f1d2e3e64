import EventLoop
import EventSourcing
import EventStore
import Identifiers
import PostgresClient
import Projections
import SQL
import TestSupport
import Theatre

extension [AnyProjection<TheatreEvent>] {
    /// The theatre's projections, with asynchronous seating plans and inline tickets.
    static var asyncPlans: Self { [AnyProjection(SeatingPlan.self, .asynchronous), AnyProjection(Ticket.self)] }
}

/// The asynchronous projection of seating plans in one server. Tests run its batches one by one.
final class AsyncProjectionDesk {
    let pool: PostgresPool
    let leases: ProjectionLeases
    let model = AsyncProjection<TheatreEvent>(AnyProjection(SeatingPlan.self, .asynchronous))
    private let process: SharedLog<TheatreEvent>

    init(_ database: TestDatabase, on loop: EventLoop) throws {
        let configuration = PostgresConfiguration(conninfo: database.conninfo, role: "chairside_server")
        pool = PostgresPool(configuration, connections: 2, on: loop)
        // No lease expires during a test unless the test makes it expire.
        leases = ProjectionLeases(["seating_plan": 16], pool, term: .seconds(3600))
        process = SharedLog(keys: try .theatre())
    }

    /// Runs `body` with `count` servers on one event loop.
    static func run(
        _ count: Int, _ database: TestDatabase, _ body: @escaping @Sendable ([AsyncProjectionDesk]) async throws -> Void
    ) async throws {
        try await withLoop { loop in
            try await loop.run {
                let desks = try (0..<count).map { _ in try AsyncProjectionDesk(database, on: loop) }
                let result: Result<Void, any Error>
                do { result = .success(try await body(desks)) } catch { result = .failure(error) }
                for desk in desks { await desk.pool.close() }
                try result.get()
            }
        }
    }

    func part(of clinic: UUIDBytes) -> LeasedPart { model.part(of: clinic, slices: 16) }

    func lease(_ clinic: UUIDBytes = .theatre) throws -> Lease {
        guard let lease = leases[part(of: clinic)] else { throw NoLease() }
        return lease
    }

    struct NoLease: Error {}

    func batch(_ clinic: UUIDBytes = .theatre) -> AsyncBatch<TheatreEvent> {
        AsyncBatch(model, of: clinic, sharing: process, on: pool)
    }

    @discardableResult
    func run(_ clinic: UUIDBytes = .theatre, limit: Int64 = 500) async throws -> AsyncBatch<TheatreEvent>.End {
        try await batch(clinic).run(limit: limit, under: try lease(clinic))
    }

    /// Writes batches of three events for a clinic's seating plans, until all events of its feed are written.
    func runAll(_ clinic: UUIDBytes = .theatre) async throws {
        while case .written(hasMore: true) = try await run(clinic, limit: 3) {}
    }
}

extension TestDatabase {
    /// Lets all leases for seating plans expire.
    func leasesRunOut() async throws {
        try await run("UPDATE behind_lease SET expires_at = now() - interval '1 second' WHERE name = 'seating_plan'")
    }

    /// The differences that a verification finds between the documents and a fold of the events.
    func differences(_ projections: [AnyProjection<TheatreEvent>] = .asyncPlans) async throws -> [Difference] {
        try await withLoop { loop in
            try await Verification<TheatreEvent>(projections, keys: .theatre())
                .run(PostgresConfiguration(conninfo: conninfo), on: loop).differences
        }
    }

    func number(_ statement: Statement) async throws -> Int64 {
        try await withConnection { connection in try await connection.perform(statement, effect: .reads).only.int64(0) }
    }

    /// The position in a clinic's feed up to which its seating plans are written; 0 if none is written.
    func place(_ clinic: UUIDBytes = .theatre) async throws -> Int64 {
        try await number(
            """
            SELECT coalesce(max(position), 0) FROM behind_position
            WHERE clinic_id = \(clinic) AND name = 'seating_plan'
            """)
    }

    /// Books the given seats in one theatre, and then releases the last of them.
    func book(_ seats: Range<Int>, in clinic: UUIDBytes = .theatre) async throws {
        try await TheatreProcess.run(self, projections: .asyncPlans) { process in
            for seat in seats {
                try await process.house.handle(
                    BookSeat(show: "show \(seat % 3)", seat: seat, guest: "Ada"), in: clinic)
            }
            if let last = seats.last {
                try await process.house.handle(ReleaseSeat(show: "show \(last % 3)", seat: last), in: clinic)
            }
        }
    }
}
