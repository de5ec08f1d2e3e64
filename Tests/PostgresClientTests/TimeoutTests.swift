import EventLoop
import PostgresClient
import SQL
import TestSupport
import Testing

@Suite(.database) struct TimeoutTests {
    @Test func `PostgreSQL ends a statement at its timeout, and the connection stays usable`() async throws {
        let database = try TestDatabase.current
        try await database.withConnection(database.configuration { $0.statementTimeout = .milliseconds(50) }) {
            connection in
            await #expect(throws: PostgresError.timedOut) { try await connection.perform("SELECT pg_sleep(60)") }
            try await #expect(connection.perform("SELECT 7").only.int(0) == 7)
        }
    }

    @Test func `a caller's deadline cancels its statement on PostgreSQL`() async throws {
        try await TestDatabase.current.withConnection { connection in
            await #expect(throws: PostgresError.timedOut) {
                try await connection.perform("SELECT pg_sleep(60)", within: .milliseconds(50))
            }
            try await #expect(connection.perform("SELECT 7").only.int(0) == 7)
            #expect(connection.isOpen)
        }
    }

    @Test func `cancelling a task cancels its own SQL statement and no other`() async throws {
        try await TestDatabase.current.withConnection { connection in
            let slow = connection.loop.task {
                try await connection.perform("SELECT pg_sleep(60)")
            }
            try await connection.loop.settle()
            let neighbours = (0..<20).map { number in
                connection.loop.task {
                    try await connection.perform("SELECT \(number)").only.int(0)
                }
            }
            try await connection.loop.settle()
            slow.cancel()
            await #expect(throws: PostgresError.cancelled) { try await slow.value }
            for (number, neighbour) in neighbours.enumerated() { try await #expect(neighbour.value == number) }
        }
    }

    /// A cancel request stops any statement that the session is running when the request arrives. In this test, that is
    /// the statement after the cancelled one.
    @Test func `a SQL statement stopped by a cancel request for an earlier statement is run again`() async throws {
        let database = try TestDatabase.current
        try await database.withPool(connections: 1) { pool in
            try await pool.withKeeper(database.configuration()) { keeper in
                let session = try await pool.perform("SELECT pg_backend_pid()").only.int(0)
                try await keeper.lock(1)
                try await keeper.lock(2)
                let bound = LoopBound(pool, on: pool.loop)
                let unwanted = Held(on: pool.loop) {
                    _ = try await bound.value.perform("SELECT pg_advisory_xact_lock(1)")
                }
                let neighbour = Held(on: pool.loop) {
                    try await bound.value.perform(["SELECT pg_advisory_xact_lock(2)", "SELECT 2"])[1].only.int(0)
                }
                let last = Held(on: pool.loop) { try await bound.value.perform("SELECT 3").only.int(0) }
                try await unwanted.waits(keeper)
                unwanted.cancel()
                await #expect(throws: PostgresError.cancelled) { try await unwanted.value }
                try await neighbour.waits(keeper)
                // PostgreSQL may signal the session twice for one cancel request. If the second signal has not come,
                // the test sends it. The second signal stops the statement `neighbour`, which the connection runs again
                // after the statement `last`.
                if !last.isOver { _ = try await keeper.perform("SELECT pg_cancel_backend(\(session)::int)") }
                try await #expect(last.value == 3)
                try await keeper.unlock(2)
                try await #expect(neighbour.value == 2)
            }
        }
    }

    @Test func `a queued SQL statement that is cancelled is never sent`() async throws {
        let database = try TestDatabase.current
        try await database.withConnection(database.configuration { $0.window = 1 }) { connection in
            _ = try await connection.perform("CREATE TABLE t (n int)")
            let slow = connection.loop.task {
                try await connection.perform("SELECT pg_sleep(0.2)")
            }
            try await connection.loop.settle()
            let queued = connection.loop.task {
                try await connection.perform("INSERT INTO t VALUES (1)")
            }
            try await connection.loop.settle()
            queued.cancel()
            await #expect(throws: PostgresError.cancelled) { try await queued.value }
            _ = try await slow.value
            try await #expect(connection.perform("SELECT count(*) FROM t").only.int(0) == 0)
        }
    }

    @Test func `a connection's function cancel stops its running SQL statement`() async throws {
        try await TestDatabase.current.withConnection { connection in
            let slow = connection.loop.task {
                try await connection.perform("SELECT pg_sleep(60)")
            }
            try await connection.loop.settle()
            connection.cancel()
            await #expect(throws: PostgresError.cancelled) { try await slow.value }
            try await #expect(connection.perform("SELECT 1").count == 1)
        }
    }

    @Test(.timeLimit(.minutes(30)))
    func `PostgreSQL ends a transaction that stays idle too long`() async throws {
        let database = try TestDatabase.current
        let impatient = database.configuration { $0.idleInTransactionTimeout = .milliseconds(50) }
        try await database.withConnection(impatient) { connection in
            _ = try await connection.perform("BEGIN")
            while connection.isOpen { try await connection.loop.turn() }
            await #expect(throws: PostgresError.self) { try await connection.perform("SELECT 1") }
        }
    }
}
