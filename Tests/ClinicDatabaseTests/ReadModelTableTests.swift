import Clinic
import EventSourcing
import Identifiers
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

    @Test func `the PostgreSQL role chairside_server may read and write every read model`() async throws {
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

    @Test func `row-level security shows the PostgreSQL role chairside_reader only one clinic's rows of a read model`()
        async throws
    {
        try await TestDatabase.current.withConnection { connection in
            for projection in ClinicFeatures.projections {
                let table = projection.table.name.description
                let rows = try await connection.perform(
                    """
                    SELECT c.relrowsecurity, has_table_privilege('chairside_reader', c.oid, 'SELECT'),
                        coalesce((
                            SELECT string_agg(pg_get_expr(p.polqual, p.polrelid), ' OR ') FROM pg_policy AS p
                            WHERE p.polrelid = c.oid
                                AND ('chairside_reader'::regrole = ANY (p.polroles) OR 0 = ANY (p.polroles))
                        ), '')
                    FROM pg_class AS c WHERE c.oid = \(table)::text::regclass
                    """)
                #expect(try rows[0].bool(0) && rows[0].bool(1), "\(table): its migration must call wall_off")
                #expect(try rows[0].text(2) == "(clinic_id = app_clinic())", "\(table)")
            }
        }
    }

    @Test func `chairside_reader may query every section of the export of a patient who has no data`() async throws {
        let clinic = UUIDBytes(high: 1, low: 1)
        let patient = ID<Patient>(UUIDBytes(high: 1, low: 2))
        try await TestDatabase.current.withConnection { connection in
            _ = try await connection.perform([
                "SELECT set_config('app.clinic', \(clinic.text), false)", "SET ROLE chairside_reader",
            ])
            for model in ClinicFeatures.readModels {
                let table = model.projection.table
                for section in model.export {
                    let rows = try await connection.perform(section.statement(table, in: clinic, of: patient))
                    #expect(rows.count <= 1, "\(section.name)")
                    guard let ids = section.ids(table, in: clinic, of: patient) else { continue }
                    #expect(try await connection.perform(ids).isEmpty, "\(section.name)")
                }
            }
        }
    }
}
