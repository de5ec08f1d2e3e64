import EventLoop
import EventSourcing
import EventStore
import Identifiers
import PostgresClient
import Projections
import SQL
import TestSupport
import Testing
import Theatre

@Suite(.database(.theatre)) struct `Rebuilds` {
    @Test func `a rebuild of intact documents finds the same rows and writes nothing`() async throws {
        let database = try TestDatabase.current
        try await database.fill()
        let before = try await database.snapshot()
        #expect(before.count > 20)
        let report = try await database.rebuild()
        #expect(report.clinics == 2)
        #expect(report.documents == before.count)
        #expect(report.changed == 0)
        #expect(try await database.snapshot() == before)
        #expect(try await database.editions() == [0, 0])
    }

    @Test(arguments: FoldMemory.usualAndLittle)
    func `a rebuild repairs damaged and lost documents`(_ memory: FoldMemory) async throws {
        let database = try TestDatabase.current
        try await database.fill()
        let before = try await database.snapshot()
        try await database.damage()
        let report = try await database.rebuild(memory: memory)
        #expect(report.changed == before.count + 1)
        #expect(try await database.snapshot() == before)
        #expect(try await database.editions() == [1, 1])
        try await database.run("TRUNCATE seating_plan", "TRUNCATE ticket")
        _ = try await database.rebuild(memory: memory)
        #expect(try await database.snapshot() == before)
        #expect(try await database.rebuild(memory: memory).changed == 0)
    }

    @Test(arguments: FoldMemory.usualAndLittle)
    func `a rebuild deletes documents that no event explains`(_ memory: FoldMemory) async throws {
        let database = try TestDatabase.current
        try await database.fill()
        try await database.run("UPDATE ticket SET clinic_id = \(UUIDBytes(high: 9, low: 9)) WHERE guest = 'Ada'")
        let strays = try await database.verify()
        #expect(!strays.isEmpty)
        _ = try await database.rebuild(memory: memory)
        #expect(try await database.verify() == [])
    }

    @Test func `a rebuild of one read model leaves the other read models unchanged`() async throws {
        let database = try TestDatabase.current
        try await database.fill()
        try await database.damage()
        _ = try await database.rebuild(.ticketsAlone)
        let differences = try await database.verify()
        #expect(!differences.isEmpty)
        for difference in differences {
            guard case .alteredColumn(table: "seating_plan", _, _) = difference else {
                Issue.record("\(difference)")
                continue
            }
        }
    }

    @Test func `a rebuild skips and names a clinic with an unreadable event, and rebuilds the other clinics`()
        async throws
    {
        let database = try TestDatabase.current
        try await database.fill()
        let right = try await database.snapshot()
        try await database.damage()
        let damaged = try await database.snapshot()
        try await database.run(
            "SET session_replication_role = replica",
            "UPDATE event SET type = 'seat-painted' WHERE position = 5 AND clinic_id = \(.theatre)")
        let report = try await database.rebuild()
        #expect(report.clinics == 1)
        #expect(report.failures.map(\.clinic) == [.theatre])
        let reason = try #require(report.failures.first?.reason)
        #expect(reason.contains("event 5 of clinic \(UUIDBytes.theatre)"), "\(reason)")
        let (other, theatre) = (UUIDBytes.otherTheatre.text, UUIDBytes.theatre.text)
        let now = try await database.snapshot()
        #expect(now.filter { $0.contains(other) } == right.filter { $0.contains(other) })
        #expect(now.filter { $0.contains(theatre) } == damaged.filter { $0.contains(theatre) })
    }

    @Test(arguments: FoldMemory.usualAndLittle)
    func `a rebuild includes events that are appended while the rebuild compares documents`(_ memory: FoldMemory)
        async throws
    {
        let database = try TestDatabase.current
        try await database.fill()
        try await database.damage()
        try await database.run(GuestList.made)
        let projections = .theatre + [AnyProjection(GuestList.self)]
        let report = try await database.rebuild(projections, memory: memory, stoppedBy: "LOCK TABLE guest_list") { _ in
            try await TheatreProcess.run(database) { process in
                try await process.house.handle(ReleaseSeat(show: "Lear", seat: 0))
                try await process.house.handle(BookSeat(show: "Lear", seat: 0, guest: "Zoe"))
                try await process.house.handle(BookSeat(show: "Othello", seat: 1, guest: "Ada"))
                for seat in 0..<300 {
                    try await process.house.handle(
                        BookSeat(show: "Macbeth \(seat % 3)", seat: seat, guest: "Ada"), in: .otherTheatre)
                }
            }
        }
        #expect(try report.get().failures.isEmpty)
        #expect(try await database.verify() == [])
    }

    @Test(arguments: FoldMemory.usualAndLittle)
    func `a rebuild includes events that are appended just before its staged swap`(_ memory: FoldMemory) async throws {
        let database = try TestDatabase.current
        try await database.fill()
        try await database.damage()
        try await TheatreProcess.run(database) { process in
            try await database.withConnection { holder in
                _ = try await holder.perform("BEGIN")
                _ = try await holder.perform(.holdFeed(.theatre))
                let append = Held { try await process.house.handle(BookSeat(show: "Lear", seat: 5, guest: "Zoe")) }
                try await database.withConnection { try await append.waits($0) }
                let rebuild = Held { try await database.rebuild(memory: memory) }
                try await database.withConnection { try await rebuild.waits($0, 2) }
                // The append waited for the feed's lock before the rebuild did, so the append gets the lock first.
                _ = try await holder.perform("COMMIT")
                _ = try await append.value
                let report = try await rebuild.value
                #expect(report.failures.isEmpty)
            }
        }
        #expect(try await database.verify() == [])
    }

    /// The second rebuild changes documents and the feed token. The append expects the feed token from before that
    /// rebuild.
    @Test func `an optimistic append is refused if a rebuild changed documents after the log learned the feed token`()
        async throws
    {
        let database = try TestDatabase.current
        try await TheatreProcess.run(database, projections: .ticketsAlone) { process in
            for seat in 0..<3 { try await process.house.handle(BookSeat(show: "Lear", seat: seat, guest: "Ada")) }
            #expect(try await process.house.statistics.optimistic == 2)
            // Run a rebuild that changes no document, after which the next append is still optimistic.
            _ = try await database.rebuild(.ticketsAlone)
            try await process.house.handle(BookSeat(show: "Lear", seat: 3, guest: "Ada"))
            #expect(try await process.house.statistics.optimistic == 3)

            try await database.run("UPDATE ticket SET document = '{}'")
            _ = try await database.rebuild(.ticketsAlone)
            try await process.house.handle(BookSeat(show: "Lear", seat: 4, guest: "Ada"))
            #expect(try await process.house.statistics.optimistic == 3)
            #expect(try await process.house.statistics.overtaken == 1)
        }
        _ = try await database.rebuild()
        #expect(try await database.verify() == [])
    }

    @Test func `a follower is informed of a rebuild even if the notification is lost`() async throws {
        let database = try TestDatabase.current
        try await database.fill()
        try await TheatreProcess.run(database) { one in
            let (heard, says) = AsyncStream.makeStream(of: Int64.self)
            try await one.follow(rebuilt: { clinic, edition in if clinic == .theatre { says.yield(edition) } }) { _ in
                try await database.damage()
                _ = try await database.rebuild()
                #expect(await heard.first { _ in true } == 1)
                // A change of the edition by SQL sends no notification, but a follower that reconnects reads the
                // edition of every feed.
                try await database.run("UPDATE clinic_feed SET edition = 5")
                try await database.cutFollower()
                #expect(await heard.first { _ in true } == 5)
            }
        }
    }

    @Test func `triggers that check appends ignore a rebuild's rows, and only the tables' owner can declare a rebuild`()
        async throws
    {
        let database = try TestDatabase.current
        try await database.fill()
        try await database.damage()
        try await database.run(
            """
            CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
            $$ BEGIN RAISE EXCEPTION 'refused' USING ERRCODE = 'exclusion_violation'; END $$
            """,
            """
            CREATE TRIGGER refuse_all AFTER INSERT OR UPDATE ON ticket
            FOR EACH STATEMENT WHEN (NOT is_rebuilding()) EXECUTE FUNCTION refuse()
            """)
        #expect(try await database.rebuild().failures.isEmpty)
        #expect(try await database.verify() == [])
        try await database.withConnection(database.configuration { $0.role = "chairside_server" }) { connection in
            _ = try await connection.perform("SET chairside.rebuild = 'on'")
            await #expect(throws: PostgresError.self) {
                _ = try await connection.perform("UPDATE ticket SET guest = guest")
            }
        }
    }
}

extension TestDatabase {
    /// The editions of the documents of both theatres.
    func editions() async throws -> [Int64] {
        try await TheatreProcess.run(self) { process in
            try await process.house.numbers("SELECT edition FROM clinic_feed ORDER BY clinic_id")
        }
    }
}
