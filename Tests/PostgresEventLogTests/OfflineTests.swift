import EventLoop
import EventSourcing
import Identifiers
import PostgresClient
import PostgresEventLog
import SQL
import TestSupport
import Testing

@Suite(.database(.theatre)) struct `Rebuild and verification` {
    @Test func `a rebuild makes the very rows that the appends made`() async throws {
        let database = try TestDatabase.current
        try await fill(database)
        let before = try await snapshot(database)
        #expect(before.count > 20)

        let report = try await rebuild(database)
        #expect(report.clinics == 2)
        #expect(report.documents == before.count)
        #expect(try await snapshot(database) == before)
    }

    @Test func `a rebuild makes good what was damaged or lost`() async throws {
        let database = try TestDatabase.current
        try await fill(database)
        let before = try await snapshot(database)
        try await database.run("DELETE FROM seating_plan", "UPDATE ticket SET document = '{}'")
        _ = try await rebuild(database)
        #expect(try await snapshot(database) == before)
    }

    @Test func `appends go on where a rebuild ended`() async throws {
        let database = try TestDatabase.current
        try await fill(database)
        _ = try await rebuild(database)
        try await TheatreProcess.run(database) { process in
            try await process.house.handle(BookSeat(show: "Lear", seat: 900, guest: "Zoe"))
        }
        #expect(try await verify(database) == [])
    }

    @Test func `a rebuild stops at an event that it cannot read, and leaves all as it was`() async throws {
        let database = try TestDatabase.current
        try await fill(database)
        let before = try await snapshot(database)
        try await alter(database, "UPDATE event SET type = 'seat-painted' WHERE position = 5")
        await #expect(throws: Unreadable.self) { try await rebuild(database) }
        #expect(try await snapshot(database) == before)
    }

    @Test func `all is well after appends from several loops`() async throws {
        let database = try TestDatabase.current
        try await fill(database)
        #expect(try await verify(database) == [])
    }

    @Test func `an altered document is named`() async throws {
        try await expect(
            [.alteredDocument(table: "seating_plan", clinic: .theatre, key: "Lear")],
            after:
                "UPDATE seating_plan SET document = '{\"show\":\"Lear\"}' WHERE show = 'Lear' AND clinic_id = \(.theatre)"
        )
    }

    @Test func `an altered column is named`() async throws {
        try await expect(
            [.alteredColumn(table: "seating_plan", clinic: .theatre, key: "Lear")],
            after: "UPDATE seating_plan SET taken = taken + 1 WHERE show = 'Lear' AND clinic_id = \(.theatre)")
    }

    @Test func `a lost and a superfluous document are named`() async throws {
        try await expect(
            [
                .missingDocument(table: "seating_plan", clinic: .theatre, key: "Lear"),
                .superfluousDocument(table: "seating_plan", clinic: .theatre, key: "Learn"),
            ],
            after: "UPDATE seating_plan SET show = 'Learn' WHERE show = 'Lear' AND clinic_id = \(.theatre)")
    }

    @Test func `a lost and a superfluous tag are named`() async throws {
        try await expect(
            [
                .missingTag(clinic: .theatre, position: 3, tag: .seat("Lear", 2)),
                .superfluousTag(clinic: .theatre, position: 3, tag: .seat("Lear", 99)),
            ],
            after: """
                UPDATE event_tag SET aspect = \(Tag.seat("Lear", 99).aspect)
                WHERE position = 3 AND aspect = \(Tag.seat("Lear", 2).aspect) AND clinic_id = \(.theatre)
                """)
    }

    @Test func `a lost event is named`() async throws {
        try await expect(
            [.missingEvents(clinic: .theatre, positions: 4...5)],
            after: "DELETE FROM event WHERE position IN (4, 5) AND clinic_id = \(.theatre)")
    }

    @Test func `events beyond the feed's end are named`() async throws {
        let database = try TestDatabase.current
        try await fill(database)
        let last = try await feedEnd(database)
        try await alter(
            database,
            """
            INSERT INTO event SELECT clinic_id, position + 7, recorded_at, schema_version, type, data, metadata, NULL
            FROM event WHERE position = \(last) AND clinic_id = \(.theatre)
            """)
        #expect(try await verify(database) == [.eventsBeyondFeed(clinic: .theatre, positions: (last + 7)...(last + 7))])
    }

    @Test func `an event that cannot be read is named`() async throws {
        let database = try TestDatabase.current
        try await fill(database)
        try await alter(database, "UPDATE event SET data = '{}' WHERE position = 5 AND clinic_id = \(.theatre)")
        let differences = try await verify(database)
        #expect(differences.count == 1)
        guard case .unreadableEvent(.theatre, 5, _)? = differences.first else {
            Issue.record("\(differences)")
            return
        }
    }

    private func expect(_ differences: [Difference], after statement: Statement) async throws {
        let database = try TestDatabase.current
        try await fill(database)
        try await alter(database, statement)
        #expect(Set(try await verify(database)) == Set(differences))
    }

    /// Bookings and releases in two theatres, from two loops.
    private func fill(_ database: TestDatabase) async throws {
        try await TheatreProcess.run(loops: 2, database) { process in
            for seat in 0..<6 { try await process.house.handle(BookSeat(show: "Lear", seat: seat, guest: "Ada")) }
            _ = await allAtOnce(6..<120) { number in
                await process.houses[number % 2].verdict(
                    BookSeat(show: "show \(number % 7)", seat: number, guest: "guest \(number % 5)"),
                    in: number % 3 == 0 ? .theatre : .otherTheatre)
            }
            for seat in 3..<6 { try await process.house.handle(ReleaseSeat(show: "Lear", seat: seat)) }
        }
    }

    /// Every row of every read model, as text.
    private func snapshot(_ database: TestDatabase) async throws -> [String] {
        try await TheatreProcess.run(database) { process in
            let plans = try await process.house.query("SELECT p::text FROM seating_plan p ORDER BY clinic_id, show")
            let tickets = try await process.house.query("SELECT t::text FROM ticket t ORDER BY clinic_id, ticket")
            return try (Array(plans) + Array(tickets)).map { try $0.text(0) }
        }
    }

    private func feedEnd(_ database: TestDatabase) async throws -> Int64 {
        try await TheatreProcess.run(database) { process in
            try await process.house.numbers("SELECT last_position FROM clinic_feed WHERE clinic_id = \(.theatre)")[0]
        }
    }

    private func rebuild(_ database: TestDatabase) async throws -> Rebuild<TheatreEvent>.Report {
        try await withLoop { loop in
            try await Rebuild<TheatreEvent>(.theatre, keys: .theatre()).run(
                PostgresConfiguration(conninfo: database.conninfo), on: loop)
        }
    }

    private func verify(_ database: TestDatabase) async throws -> [Difference] {
        try await withLoop { loop in
            try await Verification<TheatreEvent>(.theatre, keys: .theatre())
                .run(PostgresConfiguration(conninfo: database.conninfo), on: loop).differences
        }
    }

    /// What the triggers would refuse, as somebody who switches them off.
    private func alter(_ database: TestDatabase, _ statement: Statement) async throws {
        try await database.run("SET session_replication_role = replica", statement)
    }
}

extension Bindable where Self == UUIDBytes {
    static var theatre: UUIDBytes { UUIDBytes.theatre }
}
