import Migrations
import PostgresClient
import SQL
import TestSupport
import Testing

/// Tests a database that was restored from a dump into another cluster, so that it lacks the privileges of the roles.
@Suite(.database) struct RoleRightsTests {
    private func migrate() async throws -> [Migration] {
        let conninfo = try TestDatabase.current.conninfo
        return try await withLoop { loop in
            try await Migrator().run(PostgresConfiguration(conninfo: conninfo), on: loop)
        }
    }

    private func run(_ script: String) async throws {
        try await TestDatabase.current.withConnection { connection in try await connection.run(script: script) }
    }

    private func texts(_ statement: Statement) async throws -> [String] {
        try await TestDatabase.current.withConnection { connection in
            try await connection.perform(statement, effect: .reads).map { try $0.text(0) }
        }
    }

    /// Privileges and policies, as PostgreSQL lists them.
    private func rights() async throws -> [String] {
        try await texts(
            """
            SELECT format('%s %s', c.oid::regclass, a.item) AS line
            FROM pg_class AS c CROSS JOIN LATERAL (
                SELECT concat(x.grantee::regrole, ' ', x.privilege_type) AS item FROM aclexplode(c.relacl) AS x
                WHERE x.grantee <> c.relowner) AS a
            WHERE c.relnamespace = 'public'::regnamespace
            UNION ALL
            SELECT format('%s.%s %s %s', t.attrelid::regclass, t.attname, x.grantee::regrole, x.privilege_type)
            FROM pg_attribute AS t CROSS JOIN LATERAL aclexplode(t.attacl) AS x
            WHERE t.attrelid IN (SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace)
            UNION ALL
            SELECT format('%s %s', p.oid::regprocedure, concat(x.grantee, ' ', x.privilege_type))
            FROM pg_proc AS p CROSS JOIN LATERAL aclexplode(p.proacl) AS x
            WHERE p.pronamespace = 'public'::regnamespace AND x.grantee <> p.proowner
            UNION ALL
            SELECT concat_ws(' ', tablename, policyname, permissive, cmd, roles::text, qual, with_check) FROM pg_policies
            ORDER BY line
            """)
    }

    private static let dropRights =
        "DROP OWNED BY chairside_server, chairside_reader, chairside_chainer"

    @Test func `chairside migrate takes functions back from everybody after a restore into another cluster`()
        async throws
    {
        _ = try await migrate()
        let before = try await rights()
        let shut = try await texts(
            """
            SELECT format('GRANT EXECUTE ON ROUTINE %s TO PUBLIC', p.oid::regprocedure) FROM pg_proc AS p
            WHERE p.pronamespace = 'public'::regnamespace
                AND EXISTS (SELECT FROM aclexplode(p.proacl) AS a WHERE a.grantee::regrole::text LIKE 'chairside%')
                AND NOT EXISTS (SELECT FROM aclexplode(p.proacl) AS a WHERE a.grantee = 0)
            """)
        #expect(!shut.isEmpty)
        try await run(shut.joined(separator: ";"))
        try await run(Self.dropRights)
        #expect(try await migrate().isEmpty)
        #expect(try await rights() == before)
    }

    @Test func `chairside migrate restores every privilege and policy lost by a restore into another cluster`()
        async throws
    {
        _ = try await migrate()
        let before = try await rights()
        #expect(before.count > 100)
        try await run(Self.dropRights)
        #expect(try await rights().count < before.count / 4)
        #expect(try await migrate().isEmpty)
        #expect(try await rights() == before)
    }

    @Test func `chairside migrate restores a single missing privilege and a single missing policy`() async throws {
        _ = try await migrate()
        let before = try await rights()
        try await run(
            "REVOKE SELECT ON event FROM chairside_server; DROP POLICY own_clinic ON patient;"
                + "REVOKE UPDATE (wrapped) ON person_key FROM chairside_server")
        _ = try await migrate()
        #expect(try await rights() == before)
    }

    @Test func `a recorded privilege for a dropped table does not make the migrator fail`() async throws {
        _ = try await migrate()
        try await run("INSERT INTO role_right VALUES ('GRANT SELECT ON TABLE public.gone TO chairside_server')")
        #expect(try await migrate().isEmpty)
    }

    @Test func `chairside migrate refuses a database that lost its privileges and their list`()
        async throws
    {
        _ = try await migrate()
        try await run("DROP TABLE role_right; " + Self.dropRights)
        await #expect(throws: MigrationError.rightsLost) { _ = try await migrate() }
    }

    @Test func `the server's PostgreSQL roles can neither read nor change the table that lists their privileges`()
        async throws
    {
        _ = try await migrate()
        #expect(
            try await texts("SELECT relacl::text FROM pg_class WHERE relname = 'role_right' AND relacl IS NOT NULL")
                .isEmpty)
    }
}
