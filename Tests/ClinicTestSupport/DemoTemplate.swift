import ClinicDemo
import ClinicOperations
import ClinicServer
import Foundation
import Logging
import TestSupport

extension DatabaseTemplate {
    /// The demo's clinics with few patients.
    package static let demo = DatabaseTemplate("demo") { conninfo in
        let demo = DemoData(database: conninfo, keys: try DemoKeys.folder(), patients: 12)
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        _ = try await demo.fill(logger: logger) { _, _ in }
        // A server that stops has chained all events, so the tests' servers need not.
        var configuration = ServerConfiguration(database: conninfo, keys: try DemoKeys.folder())
        configuration.port = 0
        configuration.loops = 1
        let server = try await Server.start(configuration, logger: logger)
        do { try await server.untilReady() } catch {
            await server.stop()
            throw error
        }
        await server.stop()
    }
}

/// The keys of the demo's passwords: one folder for the whole test run.
package enum DemoKeys {
    private static let made = Result {
        let folder = URL(filePath: "/tmp").appending(path: "chairside-keys-\(UUID().uuidString)")
        try Maintenance.initializeKeys(folder.path(percentEncoded: false), kid: "test")
        return folder.path(percentEncoded: false)
    }

    package static func folder() throws -> String { try made.get() }
}
