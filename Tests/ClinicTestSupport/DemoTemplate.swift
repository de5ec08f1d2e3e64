import ClinicDemo
import ClinicOperations
import ClinicServer
import Foundation
import Logging
import TestSupport

extension DatabaseTemplate {
    /// A database template with the demo's clinics and few patients.
    package static let demo = DatabaseTemplate("demo") { conninfo in
        _ = try await DemoData(.demo(conninfo), patients: 12).fill()
        // A server chains all events before it stops, so the tests' servers find nothing left to chain.
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

/// The folder with the keys of the demo's data. The whole test run uses the same folder.
package enum DemoKeys {
    private static let made = Result {
        let folder = URL(filePath: "/tmp").appending(path: "chairside-keys-\(UUID().uuidString)")
        try KeyAdministration(folder.path(percentEncoded: false)).initialize(kid: "test")
        return folder.path(percentEncoded: false)
    }

    package static func folder() throws -> String { try made.get() }
}
