import Crypto
public import EventLoop
public import Migrations
public import PostgresClient
import SQL

/// Brings a database's schema up to date: forward only, each migration once, all or nothing.
public struct Migrator: Sendable {
    private let migrations: [Migration]

    public init(_ migrations: [Migration] = Migration.all) {
        self.migrations = migrations.sorted { $0.number < $1.number }
    }

    /// Applies what is missing, in order. Several processes may do so at once: one does, the others wait and find
    /// nothing left to do.
    ///
    /// - Parameters:
    ///   - configuration: as the schema's owner, so without a role.
    ///   - connected: called when PostgreSQL is there.
    /// - Returns: what was applied.
    /// - Throws: `MigrationError`, with everything before the offending migration applied.
    @discardableResult
    public func run(
        _ configuration: PostgresConfiguration, on loop: EventLoop, connected: @escaping @Sendable () -> Void = {}
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
                result = .success(try await apply(on: connection))
            } catch { result = .failure(error) }
            // The lock goes with the connection.
            connection.close()
            return try result.get()
        }
    }

    private func apply(on connection: PostgresConnection) async throws -> [Migration] {
        _ = try await connection.perform(["SELECT pg_advisory_lock(\(Migrator.lock))"])
        _ = try await connection.perform([
            """
            CREATE TABLE IF NOT EXISTS schema_migration (
                number     integer     PRIMARY KEY,
                name       text        NOT NULL,
                checksum   bytea       NOT NULL,
                applied_at timestamptz NOT NULL DEFAULT now()
            )
            """
        ])
        let rows = try await connection.perform(["SELECT number, name, checksum FROM schema_migration ORDER BY number"])
        var applied: [AppliedMigration] = []
        for row in rows[0] {
            applied.append(
                AppliedMigration(number: Int(try row.int64(0)), name: try row.text(1), checksum: try row.bytes(2)))
        }
        let missing = try Migrator.missing(from: migrations, applied: applied)
        for migration in missing {
            do {
                try await connection.transaction {
                    try await connection.run(script: String(decoding: migration.script, as: UTF8.self))
                    _ = try await connection.perform(
                        """
                        INSERT INTO schema_migration (number, name, checksum)
                        VALUES (\(Int32(migration.number)), \(migration.name), \(migration.checksum))
                        """)
                }
            } catch PostgresError.server(let error) {
                // PostgreSQL went away, which is not the migration's fault.
                if error.isFatal { throw PostgresError.server(error) }
                // Migrations hold no patient data, so the message may be seen.
                throw MigrationError.failed(migration.fileName, "\(error.message) (\(error.sqlState))")
            }
        }
        return missing
    }

    /// What is still to be applied.
    ///
    /// - Throws: `MigrationError` where the database and the program do not fit together.
    package static func missing(
        from migrations: [Migration], applied: [AppliedMigration]
    ) throws(MigrationError) -> [Migration] {
        var known: [Int: Migration] = [:]
        for migration in migrations { known[migration.number] = migration }
        var done: Set<Int> = []
        for applied in applied {
            guard let migration = known[applied.number] else { throw .unknownToProgram(applied.fileName) }
            guard migration.checksum == applied.checksum else { throw .changed(applied.fileName) }
            done.insert(applied.number)
        }
        let missing = migrations.filter { !done.contains($0.number) }
        if let first = missing.first, let last = applied.map(\.number).max(), first.number < last {
            throw .gap(first.fileName)
        }
        return missing
    }

    /// Held by whoever migrates; the number stands for "chairside" and nothing else.
    private static let lock: Int64 = 0x6368_6169_7273_6964
}

/// A migration as the database remembers it.
package struct AppliedMigration {
    package let number: Int
    package let name: String
    package let checksum: [UInt8]

    package init(number: Int, name: String, checksum: [UInt8]) {
        self.number = number
        self.name = name
        self.checksum = checksum
    }

    var fileName: String { Migration(number, name, script: []).fileName }
}

extension Migration {
    /// SHA-256 of the whole file.
    package var checksum: [UInt8] { Array(SHA256.hash(data: script)) }
}

/// Why a database cannot be migrated.
public enum MigrationError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The file is not what was applied. Migrations are never edited; what has to change is a new one.
    case changed(String)
    /// A later one was applied already.
    case gap(String)
    /// The database is ahead of the program.
    case unknownToProgram(String)
    case numberTwice(String, String)
    /// PostgreSQL refused the script; nothing of it was kept.
    case failed(String, String)

    public var description: String {
        switch self {
        case .changed(let name): "migration \(name) was changed after it had been applied; write a new one instead"
        case .gap(let name): "migration \(name) was never applied, but later ones were; give it a higher number"
        case .unknownToProgram(let name):
            "the database has migration \(name), which this program does not know: it is older"
        case .numberTwice(let one, let other): "migrations \(one) and \(other) share a number"
        case .failed(let name, let reason): "migration \(name) failed: \(reason)"
        }
    }
}
