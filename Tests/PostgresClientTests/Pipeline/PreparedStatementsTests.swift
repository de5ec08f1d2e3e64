import PostgresClient
import SQL
import Testing

struct PreparedStatementsTests {
    func find(_ id: Int) -> Statement { "SELECT name FROM patient WHERE id = \(id)" }

    func name(_ use: PreparedStatements.Use) -> String {
        switch use {
        case .named(let statement): "named \(statement.name)"
        case .prepare(let statement): "prepare \(statement.name)"
        case .unnamed: "unnamed"
        }
    }

    @Test func `a SQL statement is prepared once and reused with other values`() {
        var prepared = PreparedStatements(limit: 4)
        guard case .prepare(let statement) = prepared.use(find(1), segment: 1) else { return #expect(Bool(false)) }
        #expect(name(prepared.use(find(1), segment: 1)) == "named s1")
        prepared.confirm(statement)
        #expect(name(prepared.use(find(2), segment: 2)) == "named s1")
        #expect(prepared.count == 1)
    }

    @Test func `a SQL statement is sent unprepared until PostgreSQL has confirmed its preparation`() {
        var prepared = PreparedStatements(limit: 4)
        _ = prepared.use(find(1), segment: 1)
        #expect(name(prepared.use(find(1), segment: 2)) == "unnamed")
    }

    @Test func `the same SQL text from another place in the code uses the same prepared statement`() {
        var prepared = PreparedStatements(limit: 4)
        guard case .prepare(let statement) = prepared.use(find(1), segment: 1) else { return #expect(Bool(false)) }
        prepared.confirm(statement)
        let elsewhere: Statement = "SELECT name FROM patient " + "WHERE id = \(1)"
        #expect(name(prepared.use(elsewhere, segment: 2)) == "named s1")
        #expect(name(prepared.use(elsewhere, segment: 3)) == "named s1")
    }

    @Test func `the same SQL text with values of other types uses another prepared statement`() {
        var prepared = PreparedStatements(limit: 4)
        func one<Value: Bindable>(_ value: Value) -> Statement { "SELECT \(value)" }
        #expect(name(prepared.use(one(1), segment: 1)) == "prepare s1")
        #expect(name(prepared.use(one("x"), segment: 1)) == "prepare s2")
        #expect(name(prepared.use(one(Int32(1)), segment: 1)) == "prepare s3")
    }

    @Test func `statements that differ only in the number in a table's name are prepared separately`() {
        var prepared = PreparedStatements(limit: 4)
        func read(_ number: UInt32) -> Statement { "SELECT 1 FROM \(Identifier("t").numbered(number))" }
        #expect(name(prepared.use(read(1), segment: 1)) == "prepare s1")
        #expect(name(prepared.use(read(2), segment: 1)) == "prepare s2")
        #expect(name(prepared.use(read(1), segment: 1)) == "named s1")
    }

    @Test func `the least recently used prepared statement is closed to make room for a new one`() {
        var prepared = PreparedStatements(limit: 2)
        let statements: [Statement] = ["SELECT 1", "SELECT 2", "SELECT 3"]
        for index in 0..<2 {
            if case .prepare(let statement) = prepared.use(statements[index], segment: 1) {
                prepared.confirm(statement)
            }
        }
        _ = prepared.use(statements[0], segment: 2)
        #expect(name(prepared.use(statements[2], segment: 3)) == "prepare s3")
        #expect(prepared.takeEvicted() == ["s2"])
        #expect(prepared.takeEvicted().isEmpty)
        #expect(prepared.count == 2)
    }

    @Test func `a SQL statement whose preparation failed is prepared again`() {
        var prepared = PreparedStatements(limit: 2)
        guard case .prepare(let statement) = prepared.use(find(1), segment: 1) else { return #expect(Bool(false)) }
        prepared.forget(statement)
        #expect(name(prepared.use(find(1), segment: 2)) == "prepare s2")
        #expect(prepared.takeEvicted().isEmpty)
    }
}
