import EventLoop
import PostgresClient
import SQL
import TestSupport
import Testing

@Suite(.database) struct PipelinedConnectionTests {
    @Test func `database calls that are sent together each receive their own answer`() async throws {
        try await TestDatabase.current.withConnection { connection in
            let requests = (0..<500).map { number in
                connection.loop.task { try await connection.perform("SELECT \(number)").only.int(0) }
            }
            for (number, request) in requests.enumerated() { try await #expect(request.value == number) }
            #expect(connection.inFlight == 0)
        }
    }

    @Test func `failing SQL statements never make other statements receive a wrong answer`() async throws {
        try await TestDatabase.current.withConnection { connection in
            _ = try await connection.perform(
                "CREATE TABLE t (n int PRIMARY KEY, later int REFERENCES t DEFERRABLE INITIALLY DEFERRED)")
            let requests = (0..<400).map { number in
                connection.loop.task { try await Self.oneOfMany(connection, number) }
            }
            for request in requests { try await request.value }
            try await #expect(connection.perform("SELECT count(*) FROM t").only.int(0) == 100)
        }
    }

    /// Makes the database call with the given number. Of four successive calls, the first succeeds, and the others fail
    /// at once, in the middle or at the commit.
    private static func oneOfMany(_ connection: PostgresConnection, _ number: Int) async throws {
        func insert(_ n: Int, _ later: Int?) -> Statement {
            "INSERT INTO t VALUES (\(n), \(later)) RETURNING n"
        }
        let segment: [Statement]
        let sqlState: String?
        switch number % 4 {
        case 0: (segment, sqlState) = (["SELECT 1", insert(number, nil), "SELECT \(number)"], nil)
        case 1: (segment, sqlState) = (["SELECT \(number) / 0"], "22012")
        case 2: (segment, sqlState) = ([insert(number, nil), "SELECT x FROM nothing", "SELECT 1"], "42P01")
        default: (segment, sqlState) = ([insert(number, -1), "SELECT 1"], "23503")
        }
        do {
            let rows = try await connection.perform(segment)
            #expect(sqlState == nil)
            #expect(try rows[2].only.int(0) == number)
        } catch PostgresError.server(let error) {
            #expect(error.sqlState == sqlState)
        }
    }

    @Test func `a SQL statement whose table was changed, or that was deallocated, is prepared again`() async throws {
        try await TestDatabase.current.withConnection { connection in
            _ = try await connection.perform("CREATE TABLE t (n int)")
            func read() -> Statement { "SELECT * FROM t" }
            try await #expect(connection.perform(read()).columns == 1)
            try await #expect(connection.perform(read()).columns == 1)
            try await connection.run(script: "ALTER TABLE t ADD m int; ALTER TABLE t ADD o int")
            try await #expect(connection.perform(read()).columns == 3)
            _ = try await connection.perform("DEALLOCATE ALL")
            try await #expect(connection.perform(read()).columns == 3)
        }
    }

    @Test func `a connection above its limit of prepared statements closes old ones on PostgreSQL`() async throws {
        let database = try TestDatabase.current
        try await database.withConnection(database.configuration { $0.preparedLimit = 4 }) { connection in
            for number: UInt32 in 0..<20 {
                let name = Identifier("column").numbered(number)
                try await #expect(connection.perform("SELECT \(1) AS \(name)").only.int(0) == 1)
            }
            let known = try await connection.perform("SELECT count(*) FROM pg_prepared_statements").only.int(0)
            #expect(known <= 5)
        }
    }

    @Test func `a database call larger than all buffers is sent and answered without deadlock`() async throws {
        try await TestDatabase.current.withConnection { connection in
            let megabyte = String(repeating: "é", count: 500_000)
            let requests = (0..<10).map { number in
                connection.loop.task { try await connection.perform("SELECT \(megabyte), \(number)").only }
            }
            for (number, request) in requests.enumerated() {
                let row = try await request.value
                #expect(try row.int(1) == number)
                #expect(try row.bytes(0).count == 1_000_000)
            }
        }
    }

    @Test func `a PostgreSQL connection with a full queue refuses further statements as busy`() async throws {
        let database = try TestDatabase.current
        let small = database.configuration {
            $0.window = 2
            $0.queueLimit = 3
        }
        try await database.withConnection(small) { connection in
            let requests = (0..<10).map { _ in
                connection.loop.task { await outcome { try await connection.perform("SELECT pg_sleep(0.01)") } }
            }
            var refused = 0
            for request in requests where await request.value.error == .busy { refused += 1 }
            #expect(refused == 5)
        }
    }

    @Test func `a SQL statement with too many bound values is refused before it is sent`() async throws {
        try await TestDatabase.current.withConnection { connection in
            let binds: Statement = (0..<65_536).map { "\($0)" as Statement }.joined()
            await #expect(throws: PostgresError.self) { try await connection.perform("SELECT \(binds)") }
            try await #expect(connection.perform("SELECT 1").count == 1)
        }
    }
}
