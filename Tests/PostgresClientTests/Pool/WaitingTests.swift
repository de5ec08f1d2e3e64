import EventLoop
import PostgresClient
import SQL
import TestSupport
import Testing

/// Tests that every caller that waits for a connection gets an answer: by a connection, by the timeout, or when the
/// pool closes.
@Suite(.database) struct WaitingTests {
    /// A configuration for a PostgreSQL server that does not exist. The deadline of statements is an hour, so that no
    /// test's wait ends by that deadline.
    static func nowhere(connectTimeout: Duration) -> PostgresConfiguration {
        PostgresConfiguration(
            conninfo: "host=/nonexistent dbname=nothing", connectTimeout: connectTimeout, deadline: .seconds(3600))
    }

    @Test(.timeLimit(.minutes(30)))
    func `every caller of a connection pool fails after the connect timeout if no PostgreSQL server answers`()
        async throws
    {
        try await EventLoop.with { loop in
            let pool = PostgresPool(Self.nowhere(connectTimeout: .milliseconds(200)), connections: 2, on: loop)
            let ready = loop.task { await outcome { try await pool.ready() } }
            let answer = loop.task { await outcome { try await pool.perform("SELECT 1") } }
            let borrowed = loop.task { await outcome { try await pool.withConnection { _ in } } }
            await #expect(ready.value.isNotConnected)
            await #expect(answer.value.isNotConnected)
            await #expect(borrowed.value.isNotConnected)
            await pool.close()
        }
    }

    @Test(.timeLimit(.minutes(30)), arguments: 0..<8)
    func `a connection pool closed before it has a connection answers every caller`(turns: Int) async throws {
        try await EventLoop.with { loop in
            let pool = PostgresPool(Self.nowhere(connectTimeout: .seconds(3600)), connections: 2, on: loop)
            let ready = loop.task { await outcome { try await pool.ready() } }
            let answer = loop.task { await outcome { try await pool.perform("SELECT 1") } }
            let borrowed = loop.task { await outcome { try await pool.withConnection { _ in } } }
            for _ in 0..<turns { try await loop.turn() }
            await pool.close()
            await #expect(ready.value.error == .notConnected("closed"))
            await #expect(answer.value.error == .notConnected("closed"))
            await #expect(borrowed.value.error == .notConnected("closed"))
        }
    }

    @Test(.timeLimit(.minutes(30)))
    func `a connection pool that is closed before it begins to connect never connects`() async throws {
        let configuration = try TestDatabase.current.configuration()
        try await EventLoop.with { loop in
            let pool = PostgresPool(configuration, connections: 2, on: loop)
            await pool.close()
            for _ in 0..<8 { try await loop.turn() }
            #expect(pool.status.connected == 0)
        }
    }

    @Test(.timeLimit(.minutes(30)), arguments: 0..<8)
    func `a connection pool closed while it connects answers every caller and keeps no connection`(turns: Int)
        async throws
    {
        let configuration = try TestDatabase.current.configuration()
        try await EventLoop.with { loop in
            let pool = PostgresPool(configuration, connections: 2, on: loop)
            let ready = loop.task { await outcome { try await pool.ready() } }
            let borrowed = loop.task { await outcome { try await pool.withConnection { _ in } } }
            for _ in 0..<turns { try await loop.turn() }
            await pool.close()
            // Depending on the moment at which the pool is closed, the waiting callers get a connection or an error.
            for answer in [await ready.value, await borrowed.value] {
                #expect(answer.error == nil || answer.isNotConnected)
            }
            #expect(pool.status.connected == 0)
        }
    }

    @Test(.timeLimit(.minutes(30)), arguments: 0..<8)
    func `a closed connection pool finishes the statements that were sent and refuses all other statements`(turns: Int)
        async throws
    {
        let database = try TestDatabase.current
        let configuration = database.configuration { $0.window = 3 }
        try await database.withPool(connections: 1, configuration) { pool in
            let requests = (0..<10).map { number in
                pool.loop.task {
                    await outcome { try await pool.perform("SELECT \(number), pg_sleep(0.05)").only.int(0) }
                }
            }
            let borrowers = (0..<3).map { _ in
                pool.loop.task { await outcome { try await pool.withConnection { _ in } } }
            }
            for _ in 0..<turns { try await pool.loop.turn() }
            let sent = pool.status.inFlight
            await pool.close()
            for (number, request) in requests.enumerated() {
                await #expect(
                    request.value == (number < sent ? .success(number) : .failure(.notConnected("closed"))))
            }
            for borrower in borrowers { await #expect(borrower.value.error == .notConnected("closed")) }
        }
    }

    @Test(.timeLimit(.minutes(30)))
    func `a caller of the connection pool gets an error as soon as its task is cancelled`() async throws {
        try await EventLoop.with { loop in
            let pool = PostgresPool(Self.nowhere(connectTimeout: .seconds(3600)), connections: 1, on: loop)
            let callers = [
                loop.task { try await pool.ready() },
                loop.task { _ = try await pool.perform("SELECT 1") },
                loop.task { try await pool.withConnection { _ in } },
            ]
            try await loop.settle()
            for caller in callers { caller.cancel() }
            for caller in callers { await #expect(throws: PostgresError.cancelled) { try await caller.value } }
            await pool.close()
        }
    }
}
