public import EventLoop
public import PostgresClient
import SQL

/// Brings a database's schema up to date while servers work on it: forward only, each migration once.
///
/// A migration is one transaction. It waits only briefly for a lock, since every other session that wants the table
/// waits behind it. Without the lock it is rolled back, and tried again after a pause. A migration that builds an index
/// concurrently is not a transaction.
public struct Migrator: Sendable {
    /// How a migration waits for locks on its tables.
    public struct Patience: Sendable {
        /// Servers wait behind it for at most this long.
        public var lockTimeout = Duration.milliseconds(500)
        /// Servers work undisturbed for this long between two tries.
        public var pause = Duration.seconds(1)
        /// It gives up after this long.
        public var inAll = Duration.seconds(3600)

        public init() {}
    }

    private let migrations: [Migration]
    private let patience: Patience

    public init(_ migrations: [Migration] = Migration.all, patience: Patience = Patience()) {
        self.migrations = migrations.sorted { $0.number < $1.number }
        self.patience = patience
    }

    /// Applies the missing migrations, in order. Several processes may do so at once: one works, the others wait and
    /// find nothing left.
    ///
    /// - Parameters:
    ///   - configuration: for the schema's owner, so without a role.
    ///   - connected: called once PostgreSQL is reached.
    ///   - waiting: called each time that a migration did not get a lock.
    /// - Returns: the applied migrations.
    /// - Throws: `MigrationError`, with everything before the failed migration applied.
    @discardableResult
    public func run(
        _ configuration: PostgresConfiguration, on loop: EventLoop, connected: @escaping @Sendable () -> Void = {},
        waiting: @escaping @Sendable (Migration) -> Void = { _ in }
    ) async throws -> [Migration] {
        if let twice = zip(migrations, migrations.dropFirst()).first(where: { $0.number == $1.number }) {
            throw MigrationError.numberTwice(twice.0.fileName, twice.1.fileName)
        }
        var patient = configuration
        patient.statementTimeout = .zero
        patient.deadline = .seconds(3600)
        let settings = patient
        return try await loop.run {
            let connection = try await PostgresConnection.connect(settings, on: loop)
            connected()
            let result: Result<[Migration], any Error>
            do {
                try await connection.refuseTransactionPooling()
                let run = MigrationRun(connection: connection, loop: loop, patience: patience, waiting: waiting)
                result = .success(try await run.apply(migrations))
            } catch { result = .failure(error) }
            // The lock goes with the connection.
            connection.close()
            return try result.get()
        }
    }

    /// Checks that every migration has been applied, and changes nothing.
    ///
    /// - Throws: `MigrationError`, for example `notMigrated` on an empty database.
    public func check(_ configuration: PostgresConfiguration, on loop: EventLoop) async throws {
        let missing = try await loop.run {
            let connection = try await PostgresConnection.connect(configuration, on: loop)
            defer { connection.close() }
            let books = try await connection.perform(
                ["SELECT to_regclass('schema_migration') IS NOT NULL"], effect: .reads)
            guard try books[0].first?.bool(0) == true else { return migrations }
            return try AppliedMigration.missing(from: migrations, applied: await connection.appliedMigrations())
        }
        if let first = missing.first { throw MigrationError.notMigrated(first.fileName) }
    }
}

extension PostgresConnection {
    fileprivate func appliedMigrations() async throws -> [AppliedMigration] {
        let rows = try await perform(
            ["SELECT number, name, checksum, oldest_program FROM schema_migration ORDER BY number"], effect: .reads)
        return try rows[0].map { row in
            AppliedMigration(
                number: Int(try row.int64(0)), name: try row.text(1), checksum: try row.bytes(2),
                oldestProgram: Int(try row.int64(3)))
        }
    }
}

/// One process's turn at a database's schema.
private struct MigrationRun {
    let connection: PostgresConnection
    let loop: EventLoop
    let patience: Migrator.Patience
    let waiting: (Migration) -> Void

    /// Held by the migrating session; the number stands for "chairside" and nothing else.
    private static let lock: Int64 = 0x6368_6169_7273_6964

    func apply(_ migrations: [Migration]) async throws -> [Migration] {
        try await takeTurn()
        try await keepBooks()
        let applied = try await connection.appliedMigrations()
        let missing = try AppliedMigration.missing(from: migrations, applied: applied)
        let rights = RoleRights(connection: connection)
        try await rights.restore(expectsRoles: applied.contains { $0.name == "server_role" })
        for migration in missing { try await applyPatiently(migration) }
        try await rights.remember(hasMigrated: !missing.isEmpty)
        return missing
    }

    /// Polls for the lock instead of waiting in PostgreSQL: a session that builds an index concurrently waits for all
    /// statements that began before, and so would wait for a session that waits for it.
    private func takeTurn() async throws {
        while true {
            let rows = try await connection.perform(["SELECT pg_try_advisory_lock(\(Self.lock))"])
            if try rows[0].first?.bool(0) == true { return }
            try await loop.sleep(for: .milliseconds(50))
        }
    }

    /// Changes nothing if nothing is missing: a server may start on a database that is read-only for a while.
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
                // PostgreSQL went away; the migration is not to blame.
                if error.isFatal { throw PostgresError.server(error) }
                guard error.isLockedOut else {
                    // Migrations hold no patient data, so the message may be shown.
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

    /// No session waits for the building of an index concurrently, so it may take long. A half-built index of an
    /// earlier try is dropped; a complete one that was not recorded is kept.
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

    /// - Returns: `nil` if there is no such index.
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
    /// Another session holds a lock (`lock_not_available`), or each of two sessions waits for the other (deadlock).
    fileprivate var isLockedOut: Bool { sqlState == "55P03" || sqlState == "40P01" }
}
