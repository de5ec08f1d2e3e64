public import EventLoop
public import PostgresClient
import SQL

/// Brings a database's schema up to date while servers use it. Each migration is applied once and never undone.
///
/// A migration is one transaction, except for one that builds an index concurrently. A migration waits only briefly for
/// a lock, since every other session that needs the table has to wait behind the migration. If the migration does not
/// get the lock, it is rolled back, and tried again after a pause.
public struct Migrator: Sendable {
    /// The time limits for waiting for locks on a migration's tables.
    public struct Patience: Sendable {
        /// The maximum time for which a migration waits for a lock. Servers that need the table wait behind it during
        /// this time.
        public var lockTimeout = Duration.milliseconds(500)
        /// The pause between two attempts to apply a migration, in which servers need not wait.
        public var pause = Duration.seconds(1)
        /// The time after which a migration fails if none of its attempts got its locks.
        public var inAll = Duration.seconds(3600)

        public init() {}
    }

    private let migrations: [Migration]
    private let patience: Patience

    public init(_ migrations: [Migration] = Migration.all, patience: Patience = Patience()) {
        self.migrations = migrations.sorted { $0.number < $1.number }
        self.patience = patience
    }

    /// Applies the missing migrations, in order. Several processes may call this at the same time: one applies the
    /// migrations, and the others wait for it.
    ///
    /// - Parameters:
    ///   - configuration: the connection settings of the schema's owner, without a role to switch to.
    ///   - connected: called once PostgreSQL is reached.
    ///   - waiting: called each time a migration did not get a lock.
    /// - Returns: the applied migrations.
    /// - Throws: `MigrationError`, or the `PostgresError` of the connection; `PostgresError.roleRefused` if the login
    ///   cannot take on a role of the program. The migrations before the failed one have been applied.
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
            // Closing the connection releases the advisory lock of the migrating session.
            connection.close()
            return try result.get()
        }
    }

    /// Checks that the login can take on each role of the program, and changes nothing.
    ///
    /// - Throws: `PostgresError.roleRefused` with the statement that permits it.
    public func proveRoles(_ configuration: PostgresConfiguration, on loop: EventLoop) async throws {
        let roles = migrations.flatMap(\.createdRoles)
        try await loop.run {
            let connection = try await PostgresConnection.connect(configuration, on: loop)
            defer { connection.close() }
            try await RoleMembership(connection: connection, roles: roles).prove()
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
