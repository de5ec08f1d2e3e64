import EventChain
import EventLoop
import EventSourcing
import EventStore
import Identifiers
import PostgresClient
import Projections
import SQL
import Synchronization
import TestSupport
import Testing
import Theatre

@Suite(.database(.theatre)) struct `The chainer` {
    @Test func `the chainer chains every event of every feed once`() async throws {
        let database = try TestDatabase.current
        try await database.book(12)
        try await ChainProcess.run(database) { process in
            #expect(try await process.catchUp() == 16)
            #expect(try await process.step() == .chained(0))
            try await database.book(3, from: 12)
            #expect(try await process.catchUp() == 4)
        }
        try await expectWhole(database, events: 20)
    }

    @Test func `only one of two chainers is active, and the other one continues when the active one ends`() async throws
    {
        let database = try TestDatabase.current
        try await database.book(9)
        try await ChainProcess.run(database) { one in
            try await ChainProcess.run(database) { other in
                #expect(try await one.catchUp() == 12)
                try await database.book(6, from: 9)
                #expect(try await other.step() == .waits)
                try await one.die()
                #expect(try await other.catchUp() == 8)
                #expect(try await one.step() == .waits)
            }
        }
        try await expectWhole(database, events: 20)
    }

    @Test func `a new chainer continues after the last finished step of a killed chainer`() async throws {
        let database = try TestDatabase.current
        try await database.book(30)
        var chained = 0
        while chained < 40 {
            chained += try await ChainProcess.run(database, eventsPerStep: 7) { process in
                guard case .chained(let count) = try await process.step() else { return 0 }
                return count
            }
        }
        #expect(chained == 40)
        try await expectWhole(database, events: 40)
    }

    @Test func `a chainer whose database session ends during a write has written nothing, and starts again`()
        async throws
    {
        let database = try TestDatabase.current
        try await database.book(9)
        try await ChainProcess.run(database, named: "first chainer") { one in
            try await database.withConnection { guardian in
                _ = try await guardian.perform(["BEGIN"])
                _ = try await guardian.perform(["LOCK TABLE chain_segment IN EXCLUSIVE MODE"])
                let hasEnded = Mutex(false)
                async let step = Result { () async throws in
                    defer { hasEnded.withLock { $0 = true } }
                    return try await one.step()
                }
                // Wait until the chainer's step waits for the locked table, and then end the chainer's database
                // session.
                try await until {
                    if hasEnded.withLock({ $0 }) { return true }
                    return try await database.numbers(Self.waiting) == [1]
                }
                let ended = try await database.numbers(Self.end)
                let outcome = await step
                #expect(ended == [1])
                #expect(throws: (any Error).self) { try outcome.get() }
                _ = try await guardian.perform(["ROLLBACK"])
            }
            #expect(try await database.numbers("SELECT count(*) FROM chain_segment") == [0])
            #expect(try await one.catchUp() == 12)
        }
        try await expectWhole(database, events: 12)
    }

    private static let waiting: Statement = """
        SELECT count(*) FROM pg_stat_activity
        WHERE application_name = 'first chainer' AND datname = current_database() AND wait_event_type = 'Lock'
        """
    private static let end: Statement = """
        SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
        WHERE application_name = 'first chainer' AND datname = current_database()
        """

    @Test func `a chainer does not overwrite hashes that another chainer has written since`() async throws {
        let database = try TestDatabase.current
        try await database.book(3)
        try await ChainProcess.run(database) { process in
            #expect(try await process.catchUp() == 4)
            try await database.book(3, from: 3)
            // Another process, which does not hold the chainers' lock, writes a wrong hash for event 4, which the
            // chainer would chain next.
            try await database.run(
                """
                INSERT INTO chain_segment (clinic_id, first_position, hashes)
                VALUES (\(UUIDBytes.theatre), 4, \(Array(repeating: UInt8(7), count: 32)))
                """)
            await #expect(throws: PostgresError.self) { try await process.step() }
            #expect(try await process.catchUp() == 3)
        }
        #expect(try await database.verifyChain().findings == [.alteredEvent(clinic: .theatre, position: 4)])
    }

    @Test func `the chainer chains all events that two processes append while it is active`() async throws {
        let database = try TestDatabase.current
        try await ChainProcess.run(database, eventsPerStep: 50) { chaining in
            try await TheatreProcess.run(loops: 2, database) { one in
                try await TheatreProcess.run(loops: 2, database) { other in
                    let houses = one.houses + other.houses
                    let isDone = Mutex(false)
                    async let appending = allAtOnce(0..<400) { number in
                        let verdict = await houses[number % 4].verdict(
                            BookSeat(show: "show \(number)", seat: 1, guest: "Ada"),
                            in: number % 2 == 0 ? .theatre : .otherTheatre)
                        if number == 399 { isDone.withLock { $0 = true } }
                        return verdict
                    }
                    var chained = 0
                    while !isDone.withLock({ $0 }) { chained += try await chaining.catchUp() }
                    let verdicts = await appending
                    chained += try await chaining.catchUp()
                    #expect(verdicts.allSatisfy { $0.isSuccess })
                    #expect(chained == 400)
                }
            }
        }
        try await expectWhole(database, events: 400)
    }

    @Test func `the chainer stops at a missing event in one feed and continues the other feeds`() async throws {
        let database = try TestDatabase.current
        try await database.book(9)
        try await database.tamper("DELETE FROM event WHERE clinic_id = \(UUIDBytes.theatre) AND position = 5")
        try await ChainProcess.run(database) { process in
            let chained = try await process.catchUp()
            let ends = try await process.ends()
            #expect(chained == 7)
            #expect(ends == [.theatre: 4, .otherTheatre: 3])
        }
        #expect(
            try await database.verifyChain().findings == [.missingEvents(clinic: .theatre, positions: 5...5)])
    }

    @Test func `a rebuild of read models leaves the hash chain unchanged`() async throws {
        let database = try TestDatabase.current
        try await database.book(9)
        try await ChainProcess.run(database) { process in
            try await process.catchUp()
            let before = try await database.numbers("SELECT hashtext(s::text)::bigint FROM chain_segment s ORDER BY s")
            _ = try await withLoop { loop in
                try await Rebuild<TheatreEvent>(.theatre, keys: .theatre()).run(database.configuration(), on: loop)
            }
            try await database.book(3, from: 9)
            #expect(try await process.catchUp() == 4)
            let after = try await database.numbers("SELECT hashtext(s::text)::bigint FROM chain_segment s ORDER BY s")
            #expect(Set(before).isSubset(of: after))
        }
        try await expectWhole(database, events: 16)
    }

    @Test func `a signed head that could not be stored outside the database is not stored in the database`()
        async throws
    {
        struct DiskFull: Error {}
        let database = try TestDatabase.current
        try await database.book(3)
        try await ChainProcess.run(database) { process in
            try await process.catchUp()
            await #expect(throws: DiskFull.self) { try await process.sign { _ in throw DiskFull() } }
            #expect(try await database.numbers("SELECT count(*) FROM chain_head") == [0])
            #expect(try await process.sign().count == 2)
        }
    }

    @Test func `the PostgreSQL role chairside_chainer can alter or delete no event, hash or signed head`() async throws
    {
        let database = try TestDatabase.current
        try await database.book(3)
        try await ChainProcess.run(database) { process in
            try await process.catchUp()
            try await process.sign()
        }
        let role = database.configuration { $0.role = "chairside_chainer" }
        try await database.withConnection(role) { connection in
            let refused: [Statement] = [
                "DELETE FROM event", "UPDATE event SET type = ''", "INSERT INTO event SELECT * FROM event",
                "UPDATE clinic_feed SET mark = 0", "SELECT FROM command", "DELETE FROM chain_segment",
                "UPDATE chain_segment SET first_position = 2", "DELETE FROM chain_head", "TRUNCATE chain_segment",
            ]
            for statement in refused {
                await #expect(throws: PostgresError.self, "\(statement.text)") {
                    try await connection.perform(statement)
                }
            }
        }
        // The triggers of the hash chain's tables refuse changes and deletions, even by the tables' owner.
        for statement: Statement in ["DELETE FROM chain_segment", "UPDATE chain_head SET position = 9"] {
            await #expect(throws: PostgresError.self, "\(statement.text)") { try await database.run(statement) }
        }
    }

    private func expectWhole(_ database: TestDatabase, events: Int64) async throws {
        let report = try await database.verifyChain()
        #expect(report.findings == [])
        #expect(report.events == events)
        #expect(report.unchained == 0)
    }
}

extension Result where Failure == any Error {
    fileprivate init(_ body: () async throws -> Success) async {
        do { self = .success(try await body()) } catch { self = .failure(error) }
    }
}
