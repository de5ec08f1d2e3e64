import ClinicServer
import EventLoop
import EventStore
import Identity
import PostgresClient
import SQL

/// Checks of whether the key folder and the database belong together.
extension Maintenance {
    /// Creates the key files that a folder lacks.
    package static func initializeKeys(_ path: String, kid: String) throws {
        let folder = KeyFolder(path: path)
        try folder.initialize(kid: kid)
        try folder.initializeChainKey(name: kid)
    }

    /// Creates the key files that a folder lacks, unless the database was used with other keys.
    ///
    /// - Throws: `KeysMissing` if it was, or cannot be queried; nothing is created then.
    package static func prepareKeys(_ path: String, for database: String, kid: String) async throws {
        let lacking = Set(try KeyFolder(path: path).lacking())
        guard !lacking.isEmpty else { return }
        let used: Set<KeyFolder.Secret>
        do {
            used = try await onOwnLoop { loop in
                try await secretsInUse(PostgresConfiguration(conninfo: database), on: loop)
            }
        } catch { throw KeysMissing(folder: path, secrets: lacking, why: .databaseIsAway("\(error)")) }
        let lost = lacking.intersection(used)
        guard lost.isEmpty else { throw KeysMissing(folder: path, secrets: lost, why: .databaseNeedsThem) }
        try initializeKeys(path, kid: kid)
    }

    /// The secrets whose loss makes data in the database useless. A signing key is not among them: tokens can be signed
    /// again.
    private static func secretsInUse(
        _ configuration: PostgresConfiguration, on loop: EventLoop
    ) async throws -> Set<KeyFolder.Secret> {
        try await loop.run {
            let connection = try await PostgresConnection.connect(configuration, on: loop)
            defer { connection.close() }
            func isUsed(_ table: String, _ rows: Statement) async throws -> Bool {
                let exists = try await connection.perform("SELECT to_regclass(\(table)) IS NOT NULL", effect: .reads)
                guard try exists[0].bool(0) else { return false }
                return try await connection.perform("SELECT EXISTS (\(rows))", effect: .reads)[0].bool(0)
            }
            var used: Set<KeyFolder.Secret> = []
            if try await isUsed("person_key", "SELECT FROM person_key WHERE wrapped IS NOT NULL") {
                used.insert(.masterKey)
            }
            if try await isUsed("chain_head", "SELECT FROM chain_head") { used.insert(.chainKey) }
            if try await isUsed("session", "SELECT FROM session WHERE ended_at IS NULL") { used.insert(.pepper) }
            return used
        }
    }
}

/// The error that the folder lacks keys, and new ones must not be created.
struct KeysMissing: Error, CustomStringConvertible {
    enum Why {
        case databaseNeedsThem
        case databaseIsAway(String)
    }

    let folder: String
    let secrets: Set<KeyFolder.Secret>
    let why: Why

    var description: String {
        let what = secrets.map(\.rawValue).sorted().joined(separator: ", ")
        return switch why {
        case .databaseNeedsThem:
            """
            The key folder \(folder) has no \(what), and this database was in use with one. No new keys were made: they would \
            not open what is stored. Restore the key folder that belongs to this database, or name it with --keys \
            (ops/backup-and-restore.md).
            """
        case .databaseIsAway(let reason):
            """
            The key folder \(folder) has no \(what). New keys are made only for a new database, and the database cannot be \
            asked: \(reason). Restore the key folder, or start PostgreSQL first.
            """
        }
    }
}
