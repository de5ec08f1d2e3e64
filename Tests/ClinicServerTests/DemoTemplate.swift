import ClinicServer
import Foundation
import Logging
import TestSupport

extension DatabaseTemplate {
    /// The demo's clinics with few patients.
    static let demo = DatabaseTemplate("demo") { conninfo in
        let demo = DemoData(database: conninfo, keys: try DemoKeys.folder(), patients: 12)
        _ = try await demo.fill(logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }) { _, _ in }
    }
}

/// The keys that the demo's passwords were made with: one folder for the whole run of the tests.
enum DemoKeys {
    private static let made = Result {
        let folder = URL(filePath: "/tmp").appending(path: "chairside-keys-\(UUID().uuidString)")
        try Maintenance.initializeKeys(folder.path(percentEncoded: false), kid: "test")
        return folder.path(percentEncoded: false)
    }

    static func folder() throws -> String { try made.get() }
}
