import ClinicDemo
import ClinicOperations
import ClinicServer
import Foundation
import Logging
import TestSupport

extension DatabaseTemplate {
    /// A database template with the demo's two clinics and six patients in each.
    package static let demo = DatabaseTemplate("demo") { conninfo in
        _ = try await DemoData(.demo(conninfo), patients: 12).fill()
        // Start and stop a server once. It adds all events to the hash chain before it stops, so the tests' servers
        // find none left to add.
        var configuration = ServerConfiguration(database: conninfo, keys: try DemoKeys.folder())
        configuration.port = 0
        configuration.loops = 1
        let server = try await Server.start(configuration, logger: .silent)
        do { try await server.untilReady() } catch {
            await server.stop()
            throw error
        }
        await server.stop()
    }
}

/// The folder with the keys of the demo's data. All tests of one process use the same folder.
package enum DemoKeys {
    private static let made = Result {
        let folder = URL(filePath: "/tmp").appending(path: "chairside-keys-\(UUID().uuidString)")
        try KeyAdministration(folder.path(percentEncoded: false)).initialize(kid: "test")
        return folder.path(percentEncoded: false)
    }

    package static func folder() throws -> String { try made.get() }
}
