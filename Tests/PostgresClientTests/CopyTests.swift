import EventLoop
import PostgresClient
import SQL
import TestSupport
import Testing

@Suite(.database) struct CopyTests {
    static let table: Statement = "CREATE TABLE line (n bigint PRIMARY KEY, content text NOT NULL)"
    static let fromStdin: Statement = "COPY line FROM STDIN"

    struct GivenUp: Error {}

    /// The data of a COPY: lines of about 100 bytes, in pieces of up to 300 lines.
    static func pieces(_ lines: Int) -> [[UInt8]] {
        stride(from: 0, to: lines, by: 300).map { start in
            (start..<min(start + 300, lines)).reduce(into: []) { piece, number in
                piece += "\(number)\t\(String(repeating: "ř", count: 45))\n".utf8
            }
        }
    }

    /// Expects that the table `line` is empty and that the connection can still be used.
    static func expectUntouched(_ connection: PostgresConnection) async throws {
        #expect(connection.isOpen)
        try await #expect(connection.perform("SELECT count(*) FROM line").only.int(0) == 0)
    }

    @Test(.timeLimit(.minutes(30)))
    func `COPY transfers megabytes in both directions unchanged, between other statements`() async throws {
        try await TestDatabase.current.withConnection { connection in
            _ = try await connection.perform(Self.table)
            let pieces = Self.pieces(60_000)
            let neighbours = (0..<20).map { number in
                connection.loop.task {
                    try await connection.perform("SELECT \(number)").only.int(0)
                }
            }
            var rest = pieces.makeIterator()
            #expect(try await connection.copyIn(Self.fromStdin) { rest.next() } == 60_000)
            for (number, neighbour) in neighbours.enumerated() { try await #expect(neighbour.value == number) }

            var out: [UInt8] = []
            var largest = 0
            let rows = try await connection.copyOut("COPY (SELECT * FROM line ORDER BY n) TO STDOUT") { piece in
                out += piece
                largest = max(largest, piece.count)
                #expect(piece.last == UInt8(ascii: "\n"))
            }
            #expect(rows == 60_000)
            #expect(out.count > 5_000_000)
            #expect(out == Array(pieces.joined()))
            #expect(largest < 100_000)
        }
    }

    @Test(.timeLimit(.minutes(30)))
    func `rows can be copied into a table in PostgreSQL's binary COPY format`() async throws {
        try await TestDatabase.current.withConnection { connection in
            _ = try await connection.perform("CREATE TABLE kinds (n bigint, small int, content text, document json)")
            var copy = BinaryCopy()
            copy.append([.int64(7), .int32(8), .text("ž"), .json(Array("{}".utf8))])
            copy.append([.int64(8), .null(.int32), .null(.text), .null(.json)])
            var pieces = [copy.finish()].makeIterator()
            #expect(try await connection.copyIn("COPY kinds FROM STDIN (FORMAT binary)") { pieces.next() } == 2)
            let rows = try await connection.perform("SELECT * FROM kinds ORDER BY n")
            #expect(try rows[0].int32(1) == 8)
            #expect(try rows[0].text(2) == "ž")
            #expect(try rows[1].isNull(3))
        }
    }

    @Test(
        .timeLimit(.minutes(30)), arguments: [("many\tř\n", "22P02"), ("5\tagain\n", "23505"), ("600000\n", "22P04")])
    func `an invalid row in the middle of a COPY fails the whole COPY, and no row is stored`(
        row: String, sqlState: String
    )
        async throws
    {
        try await TestDatabase.current.withConnection { connection in
            _ = try await connection.perform(Self.table)
            var pieces = Self.pieces(30_000)
            pieces.insert(Array(row.utf8), at: 50)
            var rest = pieces.makeIterator()
            let copied = await outcome { try await connection.copyIn(Self.fromStdin) { rest.next() } }
            #expect(copied.sqlState == sqlState)
            try await Self.expectUntouched(connection)
        }
    }

    @Test(.timeLimit(.minutes(30)))
    func `a COPY FROM is aborted if the source of its data throws an error`() async throws {
        try await TestDatabase.current.withConnection { connection in
            _ = try await connection.perform(Self.table)
            var rest = Self.pieces(3_000).makeIterator()
            await #expect(throws: GivenUp.self) {
                try await connection.copyIn(Self.fromStdin) {
                    guard let piece = rest.next() else { throw GivenUp() }
                    return piece
                }
            }
            try await Self.expectUntouched(connection)
        }
    }

    @Test(.timeLimit(.minutes(30)))
    func `a COPY TO ends if the reader of its data throws an error`() async throws {
        try await TestDatabase.current.withConnection { connection in
            var pieces = 0
            await #expect(throws: GivenUp.self) {
                try await connection.copyOut("COPY (SELECT generate_series(1, 100000000)) TO STDOUT") { _ in
                    pieces += 1
                    if pieces == 3 { throw GivenUp() }
                }
            }
            #expect(pieces == 3)
            try await #expect(connection.perform("SELECT 7").only.int(0) == 7)
        }
    }

    @Test(.timeLimit(.minutes(30)))
    func `a statement that is not a COPY in the expected direction is refused for copying`() async throws {
        try await TestDatabase.current.withConnection { connection in
            _ = try await connection.perform(Self.table)
            let outwards: Statement = "COPY line TO STDOUT"
            for statement: Statement in ["SELECT 1", outwards] {
                let copied = await outcome { try await connection.copyIn(statement) { nil } }
                #expect(copied == .failure(.protocolViolation("not a COPY FROM STDIN")))
            }
            for statement: Statement in ["SELECT 1", Self.fromStdin] {
                let copied = await outcome { try await connection.copyOut(statement) { _ in } }
                #expect(copied == .failure(.protocolViolation("not a COPY TO STDOUT")))
            }
            let missing = await outcome { try await connection.copyOut("COPY nothing TO STDOUT") { _ in } }
            #expect(missing.sqlState == "42P01")
            try await Self.expectUntouched(connection)
        }
    }
}
