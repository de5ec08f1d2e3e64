import EventLoop
import Identifiers
import PostgresClient
import SQL
import TestSupport
import Testing

@Suite(.database) struct MixedLoadTests {
    /// The kind of a request, which determines its expected answer.
    enum Kind: CaseIterable {
        case succeeds, failsAtOnce, failsInTheMiddle, failsAtCommit, isUnprepared, isCancelled, takesTooLong
        case borrows
    }

    @Test(.timeLimit(.minutes(30)), arguments: 0..<4)
    func `every caller of the connection pool gets its own result, even if other statements fail`(seed: UInt64)
        async throws
    {
        let database = try TestDatabase.current
        let configuration = database.configuration {
            $0.deadline = .seconds(3600)
            $0.window = 8
            $0.preparedLimit = 5
        }
        try await database.withPool(connections: 3, configuration) { pool in
            _ = try await pool.perform(
                "CREATE TABLE t (n bigint PRIMARY KEY, later bigint REFERENCES t DEFERRABLE INITIALLY DEFERRED)")
            var random = SplitMix(state: seed)
            let kinds = (0..<400).map { _ in Kind.allCases.randomElement(using: &random) ?? .succeeds }
            let requests = kinds.enumerated().map { number, kind in
                pool.loop.task { try await Self.ask(kind, pool, number) }
            }
            var written: Set<Int> = []
            for request in requests { if let number = try await request.value { written.insert(number) } }
            let rows = try await pool.perform("SELECT n FROM t")
            #expect(Set(try rows.map { try $0.int(0) }) == written)
            #expect(pool.status.lent == 0)
        }
    }

    /// Sends the statements of a request of the given kind, and checks their outcome.
    ///
    /// - Returns: `number` if the statements have inserted it into the table `t`; otherwise `nil`.
    private static func ask(_ kind: Kind, _ pool: PostgresPool, _ number: Int) async throws -> Int? {
        func insert(_ later: Int?) -> Statement { "INSERT INTO t VALUES (\(number), \(later)) RETURNING n" }
        switch kind {
        case .succeeds:
            let rows = try await pool.perform(["SELECT 'before'", insert(nil), "SELECT \(number)"])
            #expect(rows.count == 3)
            #expect(try rows[1].only.int(0) == number && rows[2].only.int(0) == number)
            return number
        case .failsAtOnce:
            let answer = await outcome { try await pool.perform("SELECT \(number) / 0") }
            #expect(answer.sqlState == "22012")
        case .failsInTheMiddle:
            let answer = await outcome {
                try await pool.perform([insert(nil), "SELECT x FROM nothing", "SELECT \(number)"])
            }
            #expect(answer.sqlState == "42P01")
        case .failsAtCommit:
            let answer = await outcome { try await pool.perform([insert(-1), "SELECT \(number)"]) }
            #expect(answer.sqlState == "23503")
        case .isUnprepared:
            let name = Identifier("column").numbered(UInt32(number))
            let row = try await pool.perform("SELECT \(number) AS \(name)", effect: .reads).only
            #expect(try row.int(0) == number)
        case .isCancelled: try await cancel(pool, number)
        case .takesTooLong:
            let answer = await outcome {
                try await pool.perform("SELECT \(number), pg_sleep(60)", within: .milliseconds(30))
            }
            #expect(answer.error == .timedOut)
        case .borrows: try await borrow(pool, number)
        }
        return nil
    }

    private static func cancel(_ pool: PostgresPool, _ number: Int) async throws {
        let request = pool.loop.task {
            try await pool.perform("SELECT \(number), pg_sleep(0.002)").only.int(0)
        }
        for _ in 0..<number % 5 { try await pool.loop.turn() }
        request.cancel()
        switch await outcome(of: { try await request.value }) {
        case .success(let answer): #expect(answer == number)
        case .failure(let error): #expect(error == .cancelled)
        }
    }

    /// Borrows a connection, and returns it with an open transaction that has failed.
    private static func borrow(_ pool: PostgresPool, _ number: Int) async throws {
        try await pool.withConnection { connection in
            _ = try await connection.perform("BEGIN")
            let answer = await outcome { try await connection.perform("SELECT \(number) / 0") }
            #expect(answer.sqlState == "22012")
        }
    }
}
