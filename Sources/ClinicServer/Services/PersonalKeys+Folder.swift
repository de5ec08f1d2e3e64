import EventLoop
import PostgresClient
import EventStore
import Identity

extension PersonalKeys {
    /// A store of person keys with the master keys of a folder.
    ///
    /// - Parameter opensSealed: whether the sealed keys of erased patients open values.
    package convenience init(_ folder: KeyFolder, opensSealed: Bool = false) throws {
        self.init(try MasterKeys { try folder.masterKeys() }, opensSealed: opensSealed)
    }

    /// Checks that the master keys belong to the database.
    ///
    /// - Throws: `KeysDoNotFit` if they cannot unwrap the person keys in the database.
    package func check(
        from folder: String, against database: PostgresConfiguration, on loop: EventLoop
    ) async throws {
        let strangers = try await masters.strangers(in: database, on: loop)
        guard strangers.isEmpty else { throw KeysDoNotFit(folder: folder, masters: strangers) }
    }
}
