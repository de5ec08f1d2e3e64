import EventLoop
import PostgresClient
import SQL
import TestSupport
import Testing

@Suite(.database) struct LendingTests {
    @Test(.timeLimit(.minutes(30)))
    func `a connection borrowed from the connection pool is reset when it is returned`() async throws {
        let configuration = try TestDatabase.current.configuration()
        try await TestDatabase.current.withPool(connections: 1) { pool in
            _ = try await pool.perform("CREATE TABLE t (n bigint)")
            try await pool.withConnection { connection in
                try await connection.lock(1)
                try await connection.listen(Identifier("news")) { _ in Issue.record("nobody listens any more") }
                _ = try await connection.perform(["SET application_name = 'borrower'"])
                _ = try await connection.perform(["BEGIN"])
                _ = try await connection.perform("INSERT INTO t VALUES (1)")
            }
            let row = try await pool.perform(
                "SELECT (SELECT count(*) FROM t), current_setting('application_name'), pg_notify('news', '')"
            ).only
            #expect(try row.int(0) == 0)
            #expect(try row.text(1) == "chairside")
            try await pool.withKeeper(configuration) { keeper in
                try await #expect(keeper.perform("SELECT pg_try_advisory_lock(1)").only.bool(0))
            }
        }
    }

    @Test(.timeLimit(.minutes(30)))
    func `the connection pool never lends its last connection, and borrowers wait for the other connections`()
        async throws
    {
        try await TestDatabase.current.withPool(connections: 2) { pool in
            let (ends, end) = AsyncStream.makeStream(of: Void.self)
            let first = pool.loop.task {
                try await pool.withConnection { _ in for await _ in ends {} }
            }
            while pool.status.lent < 1 { try await pool.loop.turn() }
            let second = pool.loop.task {
                try await pool.withConnection { try await $0.perform("SELECT 2").only.int(0) }
            }
            let third = pool.loop.task { try await pool.withConnection { _ in } }
            try await pool.askMany(50)
            #expect(pool.status.lent == 1)
            third.cancel()
            await #expect(throws: PostgresError.cancelled) { try await third.value }
            end.finish()
            try await first.value
            try await #expect(second.value == 2)
            #expect(pool.status.lent == 0)
        }
    }

    @Test(.timeLimit(.minutes(30)))
    func `a transaction on a borrowed connection is committed completely or not at all`() async throws {
        struct Changed: Error {}
        try await TestDatabase.current.withPool { pool in
            _ = try await pool.perform("CREATE TABLE t (n bigint PRIMARY KEY)")
            try await pool.transaction { _ = try await $0.perform("INSERT INTO t VALUES (1)") }
            await #expect(throws: Changed.self) {
                try await pool.transaction { connection in
                    _ = try await connection.perform("INSERT INTO t VALUES (2)")
                    throw Changed()
                }
            }
            // The closure ignores the error of its second INSERT, but that error has aborted the transaction anyway.
            let swallowed = await outcome {
                try await pool.transaction { connection in
                    _ = try await connection.perform("INSERT INTO t VALUES (3)")
                    _ = await outcome { try await connection.perform("INSERT INTO t VALUES (3)") }
                }
            }
            #expect(swallowed.sqlState == "25P02")
            try await #expect(pool.perform("SELECT n FROM t").map { try $0.int(0) } == [1])
        }
    }
}
