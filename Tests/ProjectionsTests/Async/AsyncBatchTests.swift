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

@Suite(.database(.theatre)) struct `Batches of an asynchronous projection` {
    @Test func `an asynchronous read model is written up to the feed's end in as many batches as needed`() async throws
    {
        let database = try TestDatabase.current
        try await database.book(0..<10)
        #expect(try await database.number("SELECT count(*) FROM seating_plan") == 0)
        #expect(try await database.differences() == [])
        try await AsyncProjectionDesk.run(1, database) { desks in
            _ = try await desks[0].leases.keep()
            #expect(try await desks[0].run(limit: 4) == .written(hasMore: true))
            #expect(try await database.place() == 4)
            // The documents are correct as of the read model's position, although the feed is longer.
            #expect(try await database.differences() == [])
            try await desks[0].runAll()
        }
        #expect(try await database.place() == 11)
        #expect(try await database.number("SELECT sum(taken)::bigint FROM seating_plan") == 9)
        #expect(try await database.differences() == [])
    }

    @Test func `a verification reports an asynchronous document that differs from a fold of its events`() async throws {
        let database = try TestDatabase.current
        try await database.book(0..<4)
        try await AsyncProjectionDesk.run(1, database) { desks in
            _ = try await desks[0].leases.keep()
            try await desks[0].runAll()
        }
        try await database.run("UPDATE seating_plan SET taken = taken + 1 WHERE show = 'show 1'")
        #expect(
            try await database.differences() == [
                .alteredColumn(table: "seating_plan", clinic: .theatre, key: "show 1")
            ])
    }

    @Test func `a server that has lost its lease cannot write an asynchronous projection's batch`() async throws {
        let database = try TestDatabase.current
        try await database.book(0..<5)
        try await AsyncProjectionDesk.run(2, database) { desks in
            _ = try await desks[0].leases.keep()
            let (batch, lease) = (desks[0].batch(), try desks[0].lease())
            try await batch.read(limit: 3)

            try await database.leasesRunOut()
            _ = try await desks[1].leases.keep()
            // No other batch has been written since `batch` was read, so only the lost lease shows that `batch` must
            // not be written.
            await #expect { try await batch.write(under: lease) } throws: {
                ($0 as? PostgresError)?.isLeaseLost == true
            }
            #expect(try await database.place() == 0)

            try await desks[1].runAll()
            await #expect { try await batch.write(under: lease) } throws: {
                ($0 as? PostgresError)?.isLeaseLost == true
            }
        }
        #expect(try await database.place() == 6)
        #expect(try await database.differences() == [])
    }

    @Test
    func `a batch of an asynchronous projection is not written if another was written since the batch was read`()
        async throws
    {
        let database = try TestDatabase.current
        try await database.book(0..<5)
        try await AsyncProjectionDesk.run(1, database) { desks in
            _ = try await desks[0].leases.keep()
            let (late, lease) = (desks[0].batch(), try desks[0].lease())
            try await late.read(limit: 3)
            try await desks[0].runAll()
            await #expect { try await late.write(under: lease) } throws: {
                ($0 as? PostgresError)?.isAsyncMoved == true
            }
        }
        #expect(try await database.differences() == [])
    }

    @Test
    func `a batch of an asynchronous projection is not written if the read model's edition changed after the read`()
        async throws
    {
        let database = try TestDatabase.current
        try await database.book(0..<5)
        try await AsyncProjectionDesk.run(1, database) { desks in
            _ = try await desks[0].leases.keep()
            _ = try await desks[0].run(limit: 2)
            let (late, lease) = (desks[0].batch(), try desks[0].lease())
            try await late.read(limit: 3)
            try await database.run("UPDATE behind_position SET edition = edition + 1")
            await #expect { try await late.write(under: lease) } throws: {
                ($0 as? PostgresError)?.isAsyncMoved == true
            }
        }
    }

    @Test func `an asynchronous projection's batch folded before a rebuild does not overwrite the rebuilt documents`()
        async throws
    {
        let database = try TestDatabase.current
        try await database.book(0..<5)
        try await AsyncProjectionDesk.run(1, database) { desks in
            _ = try await desks[0].leases.keep()
            try await desks[0].runAll()
            try await database.book(5..<6)
            // The test damages the seating plans before the batch folds events into them. The rebuild repairs the
            // plans. If the batch were written afterwards, the batch would damage the plans again.
            try await database.run("UPDATE seating_plan SET document = '{\"show\":\"\",\"seats\":{},\"version\":0}'")
            let late = desks[0].batch()
            try await late.read(limit: 500)
            let loop = desks[0].pool.loop
            _ = try await Rebuild<TheatreEvent>(.asyncPlans, keys: .theatre())
                .run(PostgresConfiguration(conninfo: database.conninfo), on: loop)
            #expect(try await database.place() == 8)
            await #expect { try await late.write(under: try desks[0].lease()) } throws: {
                ($0 as? PostgresError)?.isAsyncMoved == true
            }
        }
        #expect(try await database.differences() == [])
    }

    @Test func `an asynchronous projection's position and documents are written together or not at all`() async throws {
        let database = try TestDatabase.current
        try await database.book(0..<5)
        try await AsyncProjectionDesk.run(1, database) { desks in
            _ = try await desks[0].leases.keep()
            try await desks[0].runAll()
        }
        try await database.book(6..<9)
        try await AsyncProjectionDesk.run(2, database) { desks in
            _ = try await desks[0].leases.keep()
            try await database.leasesRunOut()
            _ = try await desks[0].leases.keep()
            let desk = LoopBound(desks[0], on: desks[0].pool.loop)
            try await database.withConnection { connection in
                _ = try await connection.perform("BEGIN")
                _ = try await connection.perform("SELECT FROM seating_plan WHERE show = 'show 1' FOR UPDATE")
                let held = Held(on: desk.loop) { try await desk.value.run() }
                try await held.waits(connection)
                _ = try await connection.perform(
                    """
                    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                    WHERE wait_event_type = 'Lock' AND datname = current_database()
                    """)
                await #expect(throws: PostgresError.self) { try await held.value }
                _ = try await connection.perform("ROLLBACK")
            }
            #expect(try await database.place() == 6)
            #expect(try await database.differences() == [])
        }
        // A new server writes the remaining events, since the test has ended the first server's connections.
        try await AsyncProjectionDesk.run(1, database) { desks in
            try await database.leasesRunOut()
            _ = try await desks[0].leases.keep()
            try await desks[0].runAll()
        }
        #expect(try await database.place() == 10)
        #expect(try await database.differences() == [])
    }
}
