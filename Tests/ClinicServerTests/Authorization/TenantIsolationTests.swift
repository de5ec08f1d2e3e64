import Clinic
import ClinicServer
import ClinicTestSupport
import EventLoop
import EventSourcing
import Identifiers
import PostgresClient
import SQL
import TestSupport
import Testing

/// Tests tenant isolation by PostgreSQL's row-level security, which applies to any query.
@Suite(.database(.demo)) struct TenantIsolationTests {
    private static let tables =
        ClinicFeatures.projections.map { Identifier($0.table.name.text) } + [
            Identifier("clinic_feed"), Identifier("patient_term"), Identifier("name_spelling"),
            Identifier("patient_access"),
            Identifier("security_event"), Identifier("behind_position"), Identifier("notification_mark"),
            Identifier("notification_preference"), Identifier("notification_outbox"),
        ]

    /// Tables that only servers of the previous release read and write.
    private static let former = ["ledger_entry"]

    private static let reader: @Sendable (inout PostgresConfiguration) -> Void = { $0.role = "chairside_reader" }

    /// The number of rows by table and clinic, as the tables' owner sees them.
    private static func counts() async throws -> [String: [UUIDBytes: Int64]] {
        try await TestDatabase.current.withConnection { connection in
            var counts: [String: [UUIDBytes: Int64]] = [:]
            for table in tables {
                let rows = try await connection.perform(
                    "SELECT clinic_id, count(*) FROM \(table) GROUP BY clinic_id", effect: .reads)
                for row in rows { counts[table.unquoted, default: [:]][try row.uuid(0)] = try row.int64(1) }
            }
            return counts
        }
    }

    @Test func `a SQL query without a condition on the clinic finds no data of another clinic`() async throws {
        let counts = try await Self.counts()
        let clinics = try #require(counts["clinic_feed"]).keys
        #expect(clinics.count == 2)
        let conninfo = try TestDatabase.current.conninfo
        try await EventLoop.with { loop in
            let documents = ClinicDocuments(conninfo, connections: 1, on: loop)
            for table in Self.tables {
                for clinic in clinics {
                    let rows = try await documents.read("SELECT clinic_id FROM \(table)", of: clinic)
                    for row in rows { #expect(try row.uuid(0) == clinic, "\(table.unquoted)") }
                    #expect(Int64(rows.count) == counts[table.unquoted]?[clinic] ?? 0, "\(table.unquoted)")
                }
            }
            await documents.close()
        }
    }

    @Test func `a SQL query in a database session without a clinic finds nothing, even after a query with a clinic`()
        async throws
    {
        let clinic = try #require(try await Self.counts()["clinic_feed"]?.keys.first)
        try await TestDatabase.current.withConnection(TestDatabase.current.configuration(Self.reader)) { connection in
            for table in Self.tables {
                #expect(try await connection.perform("SELECT FROM \(table)", effect: .reads).isEmpty)
                let named = try await connection.perform(
                    ["SELECT set_config('app.clinic', \(clinic.text), true)", "SELECT FROM clinic_feed"],
                    effect: .reads)
                #expect(named[1].count == 1)
                #expect(try await connection.perform("SELECT FROM \(table)", effect: .reads).isEmpty)
            }
        }
    }

    @Test func `the PostgreSQL role chairside_reader can neither read events, accounts or sessions nor write`()
        async throws
    {
        try await TestDatabase.current.withConnection(TestDatabase.current.configuration(Self.reader)) { connection in
            let refused: [Statement] = [
                "SELECT FROM event", "SELECT FROM event_tag", "SELECT FROM command", "SELECT FROM account",
                "SELECT FROM membership", "SELECT FROM session", "SELECT FROM device_pin", "SELECT FROM user_device",
                "SELECT FROM chain_segment", "SELECT FROM chain_head",
                "SELECT FROM record_segment", "SELECT FROM record_head", "SELECT FROM credential_record",
                "DELETE FROM patient", "UPDATE invoice SET balance = 0", "INSERT INTO chair SELECT * FROM chair",
                "SELECT wall_off('event')",
            ]
            for statement in refused {
                await #expect(throws: PostgresError.self, "\(statement.text)") {
                    try await connection.perform(statement)
                }
            }
        }
    }

    @Test func `every table that the PostgreSQL role chairside_reader can read has row-level security`() async throws {
        try await TestDatabase.current.withConnection { connection in
            let rows = try await connection.perform(
                """
                SELECT c.relname::text, c.relrowsecurity, coalesce((
                    SELECT string_agg(pg_get_expr(p.polqual, p.polrelid), ' OR ') FROM pg_policy AS p
                    WHERE p.polrelid = c.oid AND ('chairside_reader'::regrole = ANY (p.polroles) OR 0 = ANY (p.polroles))
                ), '')
                FROM pg_class AS c
                WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm')
                    AND has_any_column_privilege('chairside_reader', c.oid, 'SELECT')
                """, effect: .reads)
            #expect(rows.count == Self.tables.count + Self.former.count)
            for row in rows {
                let table = try row.text(0)
                #expect(try row.bool(1), "\(table)")
                #expect(try row.text(2) == "(clinic_id = app_clinic())", "\(table)")
            }
        }
    }
}
