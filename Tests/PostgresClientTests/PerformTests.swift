import Identifiers
import PostgresClient
import SQL
import TestSupport
import Testing

@Suite(.database) struct PerformTests {
    @Test func `values of every supported type are sent to PostgreSQL and read back equal`() async throws {
        try await TestDatabase.current.withConnection { connection in
            let id = UUIDBytes(high: 1, low: 2)
            let rows = try await connection.perform(
                """
                SELECT \(true), \(Int64.min), \(Int32(7)), \(Int16(-3)), \(1.5), \("žluťoučký"), \(id),
                    \(Timestamp(microsecondsSince1970: -1)), \(CalendarDay(daysSince1970: -1)), \([1, 2] as [UInt8]),
                    \(JSONText(Array("{\"a\": 1}".utf8))), \(String?.none)
                """)
            let row = try rows.only
            #expect(try row.bool(0))
            #expect(try row.int64(1) == .min)
            #expect(try row.int32(2) == 7)
            #expect(try row.int64(3) == -3)
            #expect(try row.double(4) == 1.5)
            #expect(try row.text(5) == "žluťoučký")
            #expect(try row.uuid(6) == id)
            #expect(try row.timestamp(7) == Timestamp(microsecondsSince1970: -1))
            #expect(try row.day(8) == CalendarDay(daysSince1970: -1))
            #expect(try row.bytes(9) == [1, 2])
            #expect(try row.text(10) == "{\"a\": 1}")
            #expect(try row.optionalText(11) == nil)
            #expect(try row.isNull(11))
            #expect(throws: PostgresError.protocolViolation("column 11 is NULL")) { try row.text(11) }
        }
    }

    @Test func `reading a column of a PostgreSQL result as another type fails`() async throws {
        try await TestDatabase.current.withConnection { connection in
            let row = try await connection.perform("SELECT 1::bigint, 'x'").only
            #expect(throws: PostgresError.self) { try row.int64(1) }
            #expect(throws: PostgresError.self) { try row.uuid(0) }
            #expect(throws: PostgresError.self) { try row.text(2) }
            #expect(try row.text(0) == "1")
        }
    }

    @Test func `arrays with and without NULLs are sent to PostgreSQL in the correct format`() async throws {
        try await TestDatabase.current.withConnection { connection in
            let ids = (0..<3).map { UUIDBytes(high: 0, low: $0) }
            let names: [String?] = ["a", nil, "c,\"{}"]
            let documents = [JSONText(Array("1".utf8)), JSONText(Array("[2]".utf8)), JSONText(Array("{}".utf8))]
            let times = (0..<3).map { Timestamp(microsecondsSince1970: $0) }
            let rows = try await connection.perform(
                """
                SELECT * FROM unnest(\(ids), \(names), \(documents), \([1, 2, 3]), \([true, false, true]), \(times),
                    \([Int32(4), 5, 6]), \([CalendarDay(daysSince1970: 1), CalendarDay(daysSince1970: 2),
                    CalendarDay(daysSince1970: 3)])) AS t(id, name, document, n, flag, at, small, day)
                """)
            #expect(try rows.map { try $0.uuid(0) } == ids)
            #expect(try rows.map { try $0.optionalText(1) } == names)
            #expect(try rows.map { try $0.text(2) } == ["1", "[2]", "{}"])
            #expect(try rows.map { try $0.int(3) } == [1, 2, 3])
            #expect(try rows.map { try $0.bool(4) } == [true, false, true])
            #expect(try rows.map { try $0.timestamp(5) } == times)
            #expect(try rows.map { try $0.int32(6) } == [4, 5, 6])
            let back = try await connection.perform("SELECT \(ids), \([3, 4]), \(["x", "y"]), \([String]())").only
            #expect(try back.uuids(0) == ids)
            #expect(try back.int64s(1) == [3, 4])
            #expect(try back.texts(2) == ["x", "y"])
            #expect(try back.texts(3) == [])
        }
    }

    @Test func `text with a NUL byte is refused by PostgreSQL instead of truncated`() async throws {
        try await TestDatabase.current.withConnection { connection in
            let error = await #expect(throws: PostgresError.self) { try await connection.perform("SELECT \("a\0b")") }
            guard case .server(let refusal)? = error else {
                return #expect(Bool(false), "\(String(describing: error))")
            }
            #expect(refusal.sqlState == "22021")
        }
    }

    @Test func `the statements of a database call are one transaction`() async throws {
        try await TestDatabase.current.withConnection { connection in
            _ = try await connection.perform("CREATE TABLE t (n bigint PRIMARY KEY)")
            let error = await #expect(throws: PostgresError.self) {
                try await connection.perform([
                    "INSERT INTO t VALUES (\(1))", "INSERT INTO t VALUES (\(1))", "INSERT INTO t VALUES (\(2))",
                ])
            }
            guard case .server(let refusal)? = error else {
                return #expect(Bool(false), "\(String(describing: error))")
            }
            #expect(refusal.isUniqueViolation)
            #expect(refusal.constraint == "t_pkey")
            #expect(refusal.table == "t")
            try await #expect(connection.perform("SELECT count(*) FROM t").only.int(0) == 0)
        }
    }

    @Test func `the description of a PostgreSQL error contains no values`() async throws {
        try await TestDatabase.current.withConnection { connection in
            _ = try await connection.perform("CREATE TABLE t (name text PRIMARY KEY)")
            _ = try await connection.perform("INSERT INTO t VALUES (\("Jana Nováková"))")
            for statement: Statement in ["INSERT INTO t VALUES (\("Jana Nováková"))", "SELECT \("Nováková")::bigint"] {
                let error = await #expect(throws: PostgresError.self) { try await connection.perform(statement) }
                let thrown = try #require(error)
                #expect(!"\(thrown)".contains("Nov"))
            }
        }
    }

    @Test func `a local set_config affects the statements of its own database call and no later statements`()
        async throws
    {
        try await TestDatabase.current.withConnection { connection in
            let answers = try await connection.perform([
                "SELECT set_config('app.clinic', \("42"), true)", "SELECT current_setting('app.clinic', true)",
            ])
            #expect(try answers[1].only.text(0) == "42")
            let after = try await connection.perform("SELECT NULLIF(current_setting('app.clinic', true), '')").only
            #expect(try after.isNull(0))
        }
    }

    @Test func `a statement's result contains PostgreSQL's command tag and the number of affected rows`() async throws {
        try await TestDatabase.current.withConnection { connection in
            _ = try await connection.perform("CREATE TABLE t (n bigint)")
            let answer = try await connection.perform("INSERT INTO t SELECT generate_series(1, 5)")
            #expect(answer.affected == 5)
            #expect(answer.commandTag == "INSERT 0 5")
            try await #expect(connection.perform([]).isEmpty)
        }
    }
}
