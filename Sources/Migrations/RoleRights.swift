import PostgresClient
import SQL

/// The rights of the `chairside_…` roles, kept in the database as the statements that grant them.
///
/// Roles belong to a cluster, and a dump contains none. A database that is restored into another cluster loses every
/// grant and policy that names a role. The dump contains the table `role_right`, so the migrator can grant what is
/// missing.
struct RoleRights {
    let connection: PostgresConnection

    /// Creates the roles, and grants the rights, that the table `role_right` lists and the database's cluster lacks.
    ///
    /// - Parameter expectsRoles: whether the migration that creates the first role has been applied.
    /// - Throws: `MigrationError.rightsLost`, or `.refused` if PostgreSQL does not let the connected login create a
    ///   role or grant a right.
    func restore(expectsRoles: Bool) async throws {
        // If no database role and no right is missing, nothing is written, since the database may be temporarily
        // read-only.
        let isThere = try await connection.perform("SELECT to_regclass('role_right') IS NOT NULL", effect: .reads)
        if try isThere.first?.bool(0) != true {
            _ = try await connection.perform("CREATE TABLE role_right (statement text PRIMARY KEY)")
        }
        let counts = try await connection.perform(
            "SELECT (SELECT count(*) FROM role_right), (SELECT count(*) FROM (\(Self.granted)) AS g)", effect: .reads)
        guard try !expectsRoles || counts[0].int64(0) > 0 || counts[0].int64(1) > 0 else {
            throw MigrationError.rightsLost
        }
        let missing = try await connection.perform(
            """
            SELECT statement
            FROM (SELECT statement FROM role_right EXCEPT SELECT statement FROM (\(Self.granted)) AS g) AS missing
            ORDER BY statement NOT LIKE 'CREATE ROLE %', statement
            """, effect: .reads)
        for row in missing { try await execute(try row.text(0), unless: ["42P01", "42883", "42703"]) }
    }

    /// Records the present rights of the `chairside_…` roles in the table `role_right`, if a migration was applied or
    /// the table is empty.
    ///
    /// - Parameter hasMigrated: whether a migration was applied since the last record.
    func remember(hasMigrated: Bool) async throws {
        let isKept = try await connection.perform("SELECT EXISTS (SELECT FROM role_right)", effect: .reads)
        guard try hasMigrated || !isKept[0].bool(0) else { return }
        _ = try await connection.perform([
            "BEGIN", "DELETE FROM role_right",
            "INSERT INTO role_right SELECT DISTINCT statement FROM (\(Self.granted)) AS g", "COMMIT",
        ])
    }

    /// Executes a statement that creates a role or grants a right.
    ///
    /// - Parameter states: error codes that are ignored, since they mean that the statement's object no longer exists.
    private func execute(_ statement: String, unless states: Set<String> = []) async throws {
        do { try await connection.run(script: statement) } catch {
            guard case .server(let refusal) = error, !refusal.isFatal else { throw error }
            // The migrator of another database may have created the role at the same moment.
            if states.contains(refusal.sqlState) || ["42710", "23505"].contains(refusal.sqlState) { return }
            throw MigrationError.refused(statement, "\(refusal.message) (\(refusal.sqlState))")
        }
    }

    /// A query that returns the statements that create the `chairside_…` roles and grant their rights and policies, as
    /// PostgreSQL's catalogue has them now. A restore into a cluster without these roles loses all rights of a function,
    /// also that PUBLIC may not execute it, so these are among the statements.
    private static let granted: Statement = """
        WITH role AS (
            SELECT oid, rolname FROM pg_roles WHERE rolname LIKE 'chairside\\_%' AND NOT rolcanlogin
        ), named AS (
            SELECT c.oid, c.relacl, c.relowner, format('%I.%I', n.nspname, c.relname) AS name,
                CASE c.relkind WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END AS kind
            FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
            WHERE n.nspname = 'public'
        ), granted AS (
            SELECT a.grantee, format('GRANT %s ON %s %s TO %I', a.privilege_type, t.kind, t.name, r.rolname) AS statement
            FROM named AS t CROSS JOIN LATERAL aclexplode(t.relacl) AS a JOIN role AS r ON r.oid = a.grantee
            WHERE a.grantee <> t.relowner
            UNION ALL
            SELECT a.grantee,
                format('GRANT %s (%I) ON TABLE %s TO %I', a.privilege_type, c.attname, t.name, r.rolname)
            FROM named AS t
            JOIN pg_attribute AS c ON c.attrelid = t.oid AND NOT c.attisdropped
            CROSS JOIN LATERAL aclexplode(c.attacl) AS a JOIN role AS r ON r.oid = a.grantee
            UNION ALL
            SELECT a.grantee,
                format('GRANT %s ON ROUTINE %I.%I(%s) TO %I', a.privilege_type, n.nspname, p.proname,
                    pg_get_function_identity_arguments(p.oid), r.rolname)
            FROM pg_proc AS p
            JOIN pg_namespace AS n ON n.oid = p.pronamespace AND n.nspname = 'public'
            CROSS JOIN LATERAL aclexplode(p.proacl) AS a JOIN role AS r ON r.oid = a.grantee
            WHERE a.grantee <> p.proowner
            UNION ALL
            SELECT a.grantee,
                format('REVOKE ALL ON ROUTINE %I.%I(%s) FROM PUBLIC', n.nspname, p.proname,
                    pg_get_function_identity_arguments(p.oid))
            FROM pg_proc AS p
            JOIN pg_namespace AS n ON n.oid = p.pronamespace AND n.nspname = 'public'
            CROSS JOIN LATERAL aclexplode(p.proacl) AS a JOIN role AS r ON r.oid = a.grantee
            WHERE NOT EXISTS (SELECT FROM aclexplode(p.proacl) AS everybody WHERE everybody.grantee = 0)
        ), policy AS (
            SELECT r.oid AS grantee,
                format('CREATE POLICY %I ON %I.%I AS %s FOR %s TO %I', p.policyname, p.schemaname, p.tablename,
                    p.permissive, p.cmd, r.rolname)
                || coalesce(' USING (' || p.qual || ')', '')
                || coalesce(' WITH CHECK (' || p.with_check || ')', '') AS statement
            FROM pg_policies AS p JOIN role AS r ON p.roles = ARRAY[r.rolname]
            WHERE p.schemaname = 'public'
        ), known AS (
            SELECT * FROM granted UNION ALL SELECT * FROM policy
        )
        SELECT statement FROM known
        UNION ALL
        SELECT format('CREATE ROLE %I NOLOGIN', r.rolname) FROM role AS r
        WHERE EXISTS (SELECT FROM known AS k WHERE k.grantee = r.oid)
        """
}
