import PostgresClient
import SQL

/// The right of the connected login to take on the roles that Chairside's connections switch to.
struct RoleMembership {
    let connection: PostgresConnection
    /// The names of the roles that the program's migrations create.
    let roles: [String]

    /// A role that exists in the cluster.
    private struct Found {
        let name: String
        let maySet: Bool
        let grant: String
    }

    /// Grants the login each of the roles that it cannot take on, and then takes on each role once.
    ///
    /// - Throws: `PostgresError.roleRefused` with all roles that PostgreSQL refuses.
    func obtain() async throws {
        for role in try await found() where !role.maySet {
            do { try await connection.run(script: role.grant) } catch {
                // A login that may not grant the role learns below whether it can take the role on all the same. The
                // migrator of another database may have granted the role at the same moment (unique_violation).
                guard case .server(let refusal) = error, !refusal.isFatal else { throw error }
            }
        }
        try await prove()
    }

    /// Takes on each of the roles once, as the server's connections do, and changes nothing.
    ///
    /// - Throws: `PostgresError.roleRefused` with all roles that PostgreSQL refuses.
    func prove() async throws {
        var refused: [String] = []
        for role in try await found() {
            do {
                // The setting ends with the transaction.
                try await connection.transaction(.snapshot) {
                    _ = try await connection.perform("SELECT set_config('role', \(role.name), true)", effect: .reads)
                }
            } catch PostgresError.server(let refusal) where refusal.refusesRole { refused.append(role.name) }
        }
        guard !refused.isEmpty else { return }
        let session = try await connection.perform(
            "SELECT session_user, current_setting('server_version_num')::integer", effect: .reads)
        throw PostgresError.roleRefused(
            RefusedRole(refused, for: try session[0].text(0), serverVersion: Int(try session[0].int64(1))))
    }

    /// The roles of the migrations and of the table `role_right` that exist in the cluster.
    ///
    /// `SET ROLE` asks for a right of the login (`session_user`), even if the database's URL sets another role. From
    /// PostgreSQL 16 on this is the option SET of a membership; a member without it is refused. PostgreSQL 15 does not
    /// know the word, and lets every member take on the role.
    private func found() async throws -> [Found] {
        let rows = try await connection.perform(
            """
            SELECT r.rolname, pg_has_role(session_user, r.oid, CASE WHEN v.has_set THEN 'SET' ELSE 'MEMBER' END),
                format('GRANT %I TO %I', r.rolname, session_user) || CASE WHEN v.has_set THEN ' WITH SET TRUE' ELSE '' END
            FROM pg_roles AS r
            CROSS JOIN (SELECT current_setting('server_version_num')::integer >= 160000 AS has_set) AS v
            WHERE NOT r.rolcanlogin AND (
                r.rolname = ANY (\(roles))
                OR format('CREATE ROLE %I NOLOGIN', r.rolname) IN (SELECT statement FROM role_right))
            ORDER BY r.rolname
            """, effect: .reads)
        return try rows.map { Found(name: try $0.text(0), maySet: try $0.bool(1), grant: try $0.text(2)) }
    }
}

extension Migration {
    /// The names of the roles that the migration's script creates.
    var createdRoles: [String] {
        let text = String(decoding: script, as: UTF8.self)
        return text.matches(of: #/CREATE ROLE (\w+)/#).map { String($0.1) }
    }
}
