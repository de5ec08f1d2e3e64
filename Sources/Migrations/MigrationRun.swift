import EventLoop
import PostgresClient
import SQL

/// Applies the missing migrations over one connection. Only the process that holds an advisory lock may do so.
struct MigrationRun {
    let connection: PostgresConnection
    let loop: EventLoop
    let patience: Migrator.Patience
    let waiting: (Migration) -> Void

    /// The number of the advisory lock that the migrating session holds. The number is the text "chairsid" in ASCII.
    private static let lock: Int64 = 0x6368_6169_7273_6964

    func apply(_ migrations: [Migration]) async throws -> [Migration] {
        try await takeTurn()
        try await keepBooks()
        let applied = try await connection.appliedMigrations()
        let missing = try AppliedMigration.missing(from: migrations, applied: applied)
        let rights = RoleRights(connection: connection)
        try await rights.restore(expectsRoles: applied.contains { $0.name == "server_role" })
        // Roles of the cluster that another login has created are asked for before anything is migrated, since the
        // migrations need them too.
        let membership = RoleMembership(connection: connection, roles: migrations.flatMap(\.createdRoles))
        try await membership.obtain()
        for migration in missing { try await applyPatiently(migration) }
        try await rights.remember(hasMigrated: !missing.isEmpty)
        // The migrations may have created roles.
        if !missing.isEmpty { try await membership.obtain() }
        return missing
    }

    /// Waits until this process has the advisory lock for migrations. It asks for the lock again and again instead of
    /// waiting in PostgreSQL: a session that builds an index concurrently waits until all earlier statements have
    /// ended, and would never finish if one of these statements waited for the advisory lock that the session holds.
    private func takeTurn() async throws {
        while true {
            let rows = try await connection.perform(["SELECT pg_try_advisory_lock(\(Self.lock))"])
            if try rows[0].first?.bool(0) == true { return }
            try await loop.sleep(for: .milliseconds(50))
        }
    }

    /// Creates the table of applied migrations if it is missing, and adds the column `oldest_program` if that is
    /// missing. If nothing is missing, this function writes nothing, so that a server can start on a database that is
    /// temporarily read-only.
    private func keepBooks() async throws {
        let rows = try await connection.perform([
            """
            SELECT to_regclass('schema_migration') IS NOT NULL, EXISTS (
                SELECT FROM pg_attribute
                WHERE attrelid = to_regclass('schema_migration') AND attname = 'oldest_program')
            """
        ])
        guard let row = rows[0].first else { throw PostgresError.protocolViolation("no answer") }
        let (isThere, hasOldest) = (try row.bool(0), try row.bool(1))
        if !isThere {
            _ = try await connection.perform([
                """
                CREATE TABLE schema_migration (
                    number         integer     PRIMARY KEY,
                    name           text        NOT NULL,
                    checksum       bytea       NOT NULL,
                    applied_at     timestamptz NOT NULL DEFAULT now(),
                    oldest_program integer     NOT NULL DEFAULT 0
                )
                """
            ])
        } else if !hasOldest {
            _ = try await connection.perform([
                "ALTER TABLE schema_migration ADD COLUMN oldest_program integer NOT NULL DEFAULT 0"
            ])
        }
    }

    private func applyPatiently(_ migration: Migration) async throws {
        let end = loop.now + patience.inAll
        while true {
            do {
                if let index = migration.concurrentIndex {
                    try await make(index, by: migration)
                } else {
                    try await connection.transaction { try await applyInOnePiece(migration) }
                }
                return
            } catch PostgresError.server(let error) {
                // The error is not the migration's fault if PostgreSQL closed the connection with it, for example at a
                // shutdown.
                if error.isFatal { throw PostgresError.server(error) }
                guard error.isLockedOut else {
                    // Migrations hold no patient data, so PostgreSQL's message about a failed one may be shown.
                    throw MigrationError.failed(migration.fileName, "\(error.message) (\(error.sqlState))")
                }
                guard loop.now < end else { throw MigrationError.lockedOut(migration.fileName) }
                waiting(migration)
                try await loop.sleep(for: patience.pause)
            }
        }
    }

    private func applyInOnePiece(_ migration: Migration) async throws {
        let milliseconds = "\(Int64(patience.lockTimeout / .milliseconds(1)))ms"
        _ = try await connection.perform("SELECT set_config('lock_timeout', \(milliseconds), true)", effect: .reads)
        try await connection.run(script: String(decoding: migration.script, as: UTF8.self))
        _ = try await connection.perform(note(migration))
    }

    /// Builds a migration's index concurrently. No session waits for it, so it may take long. An incomplete index of an
    /// earlier attempt is dropped; a complete one that was not recorded is kept.
    private func make(_ index: String, by migration: Migration) async throws {
        if try await isValid(index) == false {
            try await connection.run(script: "DROP INDEX CONCURRENTLY \"\(index)\"")
        }
        if try await isValid(index) == nil {
            try await connection.run(script: String(decoding: migration.script, as: UTF8.self))
        }
        guard try await isValid(index) == true else {
            throw MigrationError.failed(migration.fileName, "it does not make the index \(index)")
        }
        _ = try await connection.perform([note(migration)])
    }

    /// Whether an index in PostgreSQL is valid.
    ///
    /// - Returns: `nil` if the index does not exist.
    private func isValid(_ index: String) async throws -> Bool? {
        let rows = try await connection.perform(
            ["SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass(quote_ident(\(index)))"])
        return try rows[0].first?.bool(0)
    }

    private func note(_ migration: Migration) -> Statement {
        """
        INSERT INTO schema_migration (number, name, checksum, oldest_program)
        VALUES (\(Int32(migration.number)), \(migration.name), \(migration.checksum), \(Int32(migration.oldestProgram)))
        """
    }
}

extension ServerError {
    /// Whether a migration failed because another session holds a lock (`lock_not_available`), or because each of two
    /// sessions waits for the other (deadlock).
    fileprivate var isLockedOut: Bool { sqlState == "55P03" || sqlState == "40P01" }
}
