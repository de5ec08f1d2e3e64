import ClinicServer
import EventStore
import Identity
import Logging
import PostgresClient

/// A database and the folder of its keys, on which an operator works, even while servers run.
///
/// Each operation opens its own loop, and logs in to PostgreSQL as the schema's owner. Running servers receive the
/// changes immediately.
package struct Installation: Sendable {
    /// The database's address, as a libpq URI.
    package let database: String
    /// The path of the folder with the installation's keys.
    package let keys: String
    package let logger: Logger

    package init(database: String, keys: String, logger: Logger) {
        self.database = database
        self.keys = keys
        self.logger = logger
    }

    var postgres: PostgresConfiguration { PostgresConfiguration(conninfo: database) }

    /// The settings of connections on which a verification reads tables. They find PostgreSQL's own functions and
    /// operators, whatever the database has of the same names.
    var trustedPostgres: PostgresConfiguration {
        PostgresConfiguration(conninfo: database, searchPath: .catalogueFirst)
    }

    /// The key folder's master keys, with which person keys are unwrapped. They have not been compared with the
    /// database yet.
    func personalKeys() throws -> PersonalKeys { try PersonalKeys(KeyFolder(path: keys)) }
}
