import Identifiers
import SQL
import Testing

struct StatementTests {
    let clinic = UUIDBytes(high: 0x0192_0000_0000_7000, low: 0x8000_0000_0000_0001)

    @Test func `values interpolated into a SQL statement become bound parameters and never text`() {
        let hostile = "x'; DROP TABLE event; --"
        let statement: Statement = "SELECT 1 FROM event WHERE clinic_id = \(clinic) AND type = \(hostile)"
        #expect(statement.text == "SELECT 1 FROM event WHERE clinic_id = $1 AND type = $2")
        #expect(statement.binds == [.uuid(clinic), .text(hostile)])
    }

    @Test func `an entity's id in SQL is bound as a uuid`() {
        let statement: Statement = "SELECT \(ID<StatementTests>(clinic))"
        #expect(statement.binds == [.uuid(clinic)])
    }

    @Test func `the bound values of a SQL statement nested in another one stay in order`() {
        let condition: Statement = "b = \(2) OR c = \(true)"
        let statement: Statement = "SELECT \(1) WHERE (\(condition)) AND d = \(Int32(4))"
        #expect(statement.text == "SELECT $1 WHERE (b = $2 OR c = $3) AND d = $4")
        #expect(statement.binds == [.int64(1), .int64(2), .bool(true), .int32(4)])
    }

    @Test func `SQL fragments are joined with a separator`() {
        let parts: [Statement] = ["a = \(1)", "b = \("x")", "c IS NULL"]
        let statement: Statement = "SELECT 1 WHERE \(parts.joined(separator: " AND "))"
        #expect(statement.text == "SELECT 1 WHERE a = $1 AND b = $2 AND c IS NULL")
        #expect([Statement]().joined().text.isEmpty)
    }

    @Test func `a SQL statement declares the same type for a value and for NULL`() {
        func find(_ name: String?) -> Statement { "SELECT \(name)" }
        #expect(find(nil).binds.map(\.type) == find("x").binds.map(\.type))
        #expect(find(nil).binds == [.null(.text)])
        let none: [Int64]? = nil
        #expect(("\(none)" as Statement).binds == [.null(.int64Array)])
    }

    @Test func `a SQL identifier is quoted, and quotation marks in it are doubled`() {
        let table = Identifier("we\"ird", schema: "public")
        let statement: Statement = "SELECT 1 FROM \(table) JOIN \(Identifier("patient_home").numbered(3)) USING (id)"
        #expect(statement.text == #"SELECT 1 FROM "public"."we""ird" JOIN "patient_home_3" USING (id)"#)
    }

    @Test func `two SQL statements are equal if their texts and bound values are equal`() {
        func one(_ x: Int) -> Statement { "SELECT \(x)" }
        func other(_ x: Int) -> Statement { "SELECT " + "\(x)" }
        #expect(one(1) == other(1))
        #expect(one(1).hashValue == other(1).hashValue)
        #expect(one(1) != one(2))
    }

    @Test func `a SQL statement's description shows no values`() {
        let statement: Statement = "SELECT \("Jana Nováková")"
        #expect("\(statement)" == "SELECT $1")
    }
}
