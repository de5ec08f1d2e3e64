import ClinicServer
import EventSourcing
import EventLoop
import Identity
import PostgresClient
import SQL

/// The operator's commands on a key folder.
package struct KeyAdministration: Sendable {
    private let folder: KeyFolder

    package init(_ path: String) { folder = KeyFolder(path: path) }

    /// Creates the key files that the folder lacks. Existing files stay as they are.
    package func initialize(kid: String) throws {
        try folder.initialize(kid: kid)
        try folder.initializeChainKey(name: kid)
    }

    /// Creates the key files that the folder lacks, unless the database was used with other keys.
    ///
    /// - Throws: `KeysMissing` if the database was used with other keys, or if the database cannot be queried. In both
    ///   cases no file is created.
    package func prepare(for database: String, kid: String) async throws {
        let lacking = Set(try folder.lacking())
        guard !lacking.isEmpty else { return }
        let used: Set<KeyFolder.Secret>
        do {
            used = try await Maintenance.onOwnLoop { loop in
                try await Self.secretsInUse(PostgresConfiguration(conninfo: database), on: loop)
            }
        } catch { throw KeysMissing(folder: folder.path, secrets: lacking, why: .databaseIsAway("\(error)")) }
        let lost = lacking.intersection(used)
        guard lost.isEmpty else { throw KeysMissing(folder: folder.path, secrets: lost, why: .databaseNeedsThem) }
        try initialize(kid: kid)
    }

    /// Lists the keys that sign access tokens.
    ///
    /// - Returns: a line for each key.
    package func list() throws -> [String] {
        try folder.signingKeys().map { key in
            "\(key.name)\tsince \(key.madeAt.rfc3339)\t\(key.signs ? "signs" : "verifies")"
        }
    }

    /// Adds a key that signs access tokens.
    ///
    /// - Parameter name: the new key's name; `nil` for a name made from the time.
    /// - Returns: the name of the new key.
    package func addSigningKey(named name: String?) throws -> String { try folder.add(named: name, at: .now) }

    /// Adds a key that signs the ends of hash chains. Servers use it after their next start.
    package func addChainKey(named name: String?) throws -> String { try folder.addChainKey(named: name, at: .now) }

    /// Retires a key that signs access tokens.
    ///
    /// - Parameter atOnce: whether to retire the key even if tokens that it signed may still be in use.
    package func retire(_ name: String, atOnce: Bool) throws { try folder.retire(name, atOnce: atOnce, at: .now) }

    /// Returns the secrets on which data in the database depends, so that new secrets cannot replace them. Keys that
    /// sign tokens are never included, since new tokens can be signed with a new key.
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
