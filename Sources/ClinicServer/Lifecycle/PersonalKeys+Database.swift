import EventLoop
import PostgresClient
import EventStore

extension PersonalKeys {
    /// Checks that the keys fit the database.
    ///
    /// - Throws: `KeysDoNotFit` if they cannot unwrap the person keys in the database.
    package func check(
        from folder: String, against database: PostgresConfiguration, on loop: EventLoop
    ) async throws {
        let strangers = try await masters.strangers(in: database, on: loop)
        guard strangers.isEmpty else { throw KeysDoNotFit(folder: folder, masters: strangers) }
    }
}

/// The error that the folder's master keys are not those of this database.
struct KeysDoNotFit: Error, CustomStringConvertible {
    let folder: String
    let masters: [String]

    var description: String {
        """
        The key folder \(folder) does not belong to this database: people's keys are wrapped with master key \
        \(masters.joined(separator: ", ")), and no master-*.key in the folder unwraps them. Restore the key folder that \
        belongs to this database, or name it with --keys (ops/backup-and-restore.md).
        """
    }
}
