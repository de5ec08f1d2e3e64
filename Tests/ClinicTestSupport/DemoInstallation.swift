import ClinicOperations
import Logging
import TestSupport

extension Installation {
    /// The installation of the demo's clinics: a database with its keys. The default is the running test's database.
    package static func demo(_ database: String? = nil, logger: Logger = .silent) throws -> Installation {
        Installation(
            database: try database ?? TestDatabase.current.conninfo, keys: try DemoKeys.folder(), logger: logger)
    }
}

extension Logger {
    /// A logger that writes nothing.
    package static let silent = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
}
