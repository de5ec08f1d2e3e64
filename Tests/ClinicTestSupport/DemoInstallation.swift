import ClinicOperations
import Logging
import TestSupport

extension Installation {
    /// A database of the demo's clinics with their keys: the running test's, unless another one is named.
    package static func demo(_ database: String? = nil, logger: Logger = .silent) throws -> Installation {
        Installation(
            database: try database ?? TestDatabase.current.conninfo, keys: try DemoKeys.folder(), logger: logger)
    }
}

extension Logger {
    /// A logger that writes nothing.
    package static let silent = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
}
