import ClinicServer
import EventStore
import Identity
import Logging
import PostgresClient

/// A database and the folder of its keys, on which an operator works, even while servers run.
///
/// Each operation opens its own loop, and connects as the schema's owner. Running servers receive the changes
/// immediately.
package struct Installation: Sendable {
    /// A libpq URI.
    package let database: String
    /// The path of the key folder.
    package let keys: String
    package let logger: Logger

    package init(database: String, keys: String, logger: Logger) {
        self.database = database
        self.keys = keys
        self.logger = logger
    }

    var postgres: PostgresConfiguration { PostgresConfiguration(conninfo: database) }

    /// The keys of the folder, before a check that they belong to the database.
    func personalKeys() throws -> PersonalKeys { try PersonalKeys(KeyFolder(path: keys)) }
}
