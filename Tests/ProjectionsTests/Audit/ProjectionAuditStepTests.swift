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

@Suite(.database(.theatre)) struct `The projection audit` {
    @Test func `a projection audit reports no difference while events are being appended`() async throws {
        let database = try TestDatabase.current
        try await database.fill()
        try await ProjectionAuditDesk.run(database) { desk in
            let looking = Held { try await desk.step(300) }
            try await TheatreProcess.run(loops: 2, database) { process in
                _ = await allAtOnce(0..<300) { number in
                    let (house, show) = (process.houses[number % 2], "show \(number % 5)")
                    let clinic = number % 3 == 0 ? UUIDBytes.theatre : .otherTheatre
                    _ = await house.verdict(BookSeat(show: show, seat: number, guest: "Ada"), in: clinic)
                    if number % 2 == 0 { _ = await house.verdict(ReleaseSeat(show: show, seat: number), in: clinic) }
                }
            }
            try await looking.value
            try await desk.lookAtAll()
            let reading = desk.findings.reading
            #expect(reading.tables.map(\.name) == ["seating_plan", "ticket"])
            #expect(reading.tables.map(\.found) == [0, 0])
            #expect(reading.tables.allSatisfy { $0.compared > 20 })
            #expect(reading.failures == 0)
        }
    }

    @Test func `a projection audit ignores changes committed after its snapshot began`() async throws {
        let database = try TestDatabase.current
        try await database.fill()
        try await ProjectionAuditDesk.run(database) { desk in
            try await database.withConnection { connection in
                _ = try await connection.perform("BEGIN")
                _ = try await connection.perform("LOCK TABLE seating_plan IN ACCESS EXCLUSIVE MODE")
                let looking = Held { try await desk.look("Lear") }
                try await looking.waits(connection)
                _ = try await connection.perform("UPDATE seating_plan SET taken = -1")
                _ = try await connection.perform("COMMIT")
                try await looking.value
            }
            #expect(desk.differing == [0, 0])
            try await desk.look("Lear")
            #expect(desk.differing == [1, 0])
        }
    }

    @Test func `a projection audit reports altered, lost and added documents, and no difference after a rebuild`()
        async throws
    {
        let database = try TestDatabase.current
        try await database.fill()
        let damages: [(Int, Statement)] = [
            (0, "UPDATE seating_plan SET document = (document::text || ' ')::json WHERE show = 'show 1'"),
            (0, "UPDATE seating_plan SET usher_document = '{}' WHERE show = 'show 1'"),
            (0, "DELETE FROM seating_plan WHERE show = 'show 1'"),
            (0, "INSERT INTO seating_plan SELECT clinic_id, 'show 8', document, 0, '{}' FROM seating_plan LIMIT 1"),
            (1, "UPDATE ticket SET guest = 'nobody' WHERE seat = 'show 1:15'"),
            (1, "DELETE FROM ticket WHERE seat = 'show 1:15'"),
        ]
        try await ProjectionAuditDesk.run(database) { desk in
            for (model, damage) in damages {
                let found = desk.findings.reading.tables[model].found
                try await database.run(damage)
                while desk.differing[model] == 0 { try await desk.step() }
                #expect(desk.findings.reading.tables[model].found > found)
                _ = try await database.rebuild()
                while desk.differing != [0, 0] { try await desk.step() }
            }
            try await desk.lookAtAll()
            #expect(desk.differing == [0, 0])
        }
    }

    @Test func `a projection audit counts a difference once, however often it finds it`() async throws {
        let database = try TestDatabase.current
        try await database.fill()
        try await database.run("UPDATE seating_plan SET taken = -1 WHERE show = 'Lear'")
        try await ProjectionAuditDesk.run(database) { desk in
            for _ in 0..<3 { try await desk.look("Lear") }
            #expect(desk.findings.reading.tables[0].found == 1)
            #expect(desk.findings.reading.tables[0].compared == 3)
        }
    }

    @Test func `a projection audit that folds page by page while the feed grows reports only a real difference`()
        async throws
    {
        let database = try TestDatabase.current
        try await database.fill()
        var limits = ProjectionAuditLimits()
        (limits.eventsPerDocument, limits.eventsPerPage) = (5, 7)
        try await ProjectionAuditDesk.run(database, limits: limits) { desk in
            try await TheatreProcess.run(database) { process in
                for round in 0..<2 {
                    #expect(try await !desk.compare("Lear"))
                    for seat in 0..<5 {
                        try await process.house.handle(
                            BookSeat(show: "Lear", seat: 1_000 + 10 * round + seat, guest: "Zoe"))
                        #expect(try await desk.goOn())
                    }
                    if round == 1 { try await database.run("UPDATE seating_plan SET taken = -1 WHERE show = 'Lear'") }
                    while try await desk.goOn() {}
                    #expect(desk.differing == [round, 0])
                }
            }
            #expect(desk.findings.reading.tables[0].compared == 2)
        }
    }

    @Test
    func
        `a projection audit folds events only up to the position that the audited asynchronous projection has reached`()
        async throws
    {
        let database = try TestDatabase.current
        try await database.book(0..<12)
        try await ProjectionAuditDesk.run(database, .asyncPlans) { desk in
            try await desk.lookAtAll()
            try await AsyncProjectionDesk.run(1, database) { behind in
                _ = try await behind[0].leases.keep()
                for _ in 0..<3 {
                    _ = try await behind[0].run(limit: 4)
                    for show in 0..<3 { try await desk.look("show \(show)") }
                }
            }
            #expect(desk.differing == [0, 0])
            try await database.run("UPDATE seating_plan SET taken = taken + 1 WHERE show = 'show 2'")
            try await desk.lookAtAll()
            #expect(desk.differing == [1, 0])
        }
    }

    @Test func `a projection audit reports nothing for a read model whose position was reset during the comparison`()
        async throws
    {
        let database = try TestDatabase.current
        try await database.book(0..<12)
        var limits = ProjectionAuditLimits()
        (limits.eventsPerDocument, limits.eventsPerPage) = (0, 5)
        let few = limits
        try await AsyncProjectionDesk.run(1, database) { behind in
            _ = try await behind[0].leases.keep()
            try await behind[0].runAll()
            try await ProjectionAuditDesk.run(database, .asyncPlans, limits: few) { desk in
                #expect(try await !desk.compare("show 1"))
                #expect(try await desk.goOn())
                try await database.run("UPDATE behind_position SET position = 3")
                #expect(try await !desk.goOn())
                #expect(desk.findings.reading.tables[0].compared == 0)
            }
        }
    }

    @Test func `a projection audit reports an unreadable event as a failure, not as a difference`()
        async throws
    {
        let database = try TestDatabase.current
        try await database.fill()
        try await database.run(
            "SET session_replication_role = replica",
            "UPDATE event SET data = '{}' WHERE position = 5 AND clinic_id = \(.theatre)")
        try await ProjectionAuditDesk.run(database) { desk in
            await #expect(throws: Unreadable.self) { try await desk.look("Lear") }
            try await desk.look("show 3")
            while desk.findings.reading.failures == 0 { try await desk.step() }
            #expect(desk.differing == [0, 0])
        }
    }
}
