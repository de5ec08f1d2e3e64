import Clinic
import EventSourcing
import PostgresClient
import SQL
import TestSupport
import Testing

@Suite(.database(.clinic)) struct ReadModelTableTests {
    @Test func `every read model has a table with the declared columns, types and key`() async throws {
        try await TestDatabase.current.withConnection { connection in
            for projection in ClinicFeatures.projections {
                let key = projection.table.keyColumn.description
                let wanted =
                    [("clinic_id", "uuid"), (key, projection.table.keyType.rawValue), ("document", "json")]
                    + projection.columns.map { ($0.name.description, $0.type.rawValue) }
                let table = projection.table.name.description
                let columns = try await connection.perform(
                    """
                    SELECT column_name::text, udt_name::text FROM information_schema.columns
                    WHERE table_schema = 'public' AND table_name = \(table) AND is_generated = 'NEVER'
                    ORDER BY ordinal_position
                    """
                ).map { "\(try $0.text(0)) \(try $0.text(1))" }
                let types = ["bigint": "int8", "boolean": "bool"]
                #expect(columns == wanted.map { "\($0.0) \(types[$0.1] ?? $0.1)" }, "\(table)")

                let keys = try await connection.perform(
                    """
                    SELECT a.attname::text FROM pg_index AS i
                    JOIN pg_attribute AS a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey::int2[])
                    WHERE i.indrelid = \(table)::text::regclass AND i.indisprimary
                    ORDER BY a.attnum
                    """
                ).map { try $0.text(0) }
                #expect(keys == ["clinic_id", key], "\(table)")
            }
        }
    }

    @Test func `the server's role may read and write every read model`() async throws {
        try await TestDatabase.current.withConnection { connection in
            for projection in ClinicFeatures.projections {
                let table = projection.table.name.description
                let rights = try await connection.perform(
                    """
                    SELECT bool_and(has_table_privilege('chairside_server', \(table), right_))
                    FROM unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE']) AS right_
                    """)
                #expect(try rights[0].bool(0), "\(table)")
            }
        }
    }
}
