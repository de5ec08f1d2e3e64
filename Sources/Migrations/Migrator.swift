public import EventLoop
public import PostgresClient
import SQL

/// Brings a database's schema up to date while servers work on it: forward only, each migration once.
///
/// A migration is one transaction. It waits only briefly for a lock, since every other session that wants the table
/// waits behind it. Without the lock it is rolled back, and tried again after a pause. A migration that builds an index
/// concurrently is not a transaction.
public struct Migrator: Sendable {
    /// The time limits for waiting for locks on a migration's tables.
    public struct Patience: Sendable {
        /// The longest wait for a lock, during which servers wait behind the migration.
        public var lockTimeout = Duration.milliseconds(500)
        /// The pause between two tries, in which servers work undisturbed.
        public var pause = Duration.seconds(1)
        /// The time after which a migration is given up.
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
