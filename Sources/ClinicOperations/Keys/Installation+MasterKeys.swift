import ClinicServer
import EventStore
import Identity
import PostgresClient

extension Installation {
    package struct RotationReport: Sendable {
        package let added: String
        package let rewrapped: Int
        /// A line for each person key that cannot be unwrapped. Such a key is not changed.
        package let damaged: [String]
        /// The names of master keys that no longer wrap any key.
        package let unused: [String]
    }

    /// Adds a new master key and wraps all person keys with it. Events do not change.
    ///
    /// - Parameters:
    ///   - day: the name of the new key, which is today's date.
    ///   - removesUnused: whether to delete the files of master keys that no longer wrap any key.
    package func rotateMasterKey(day: String, removesUnused: Bool) async throws -> RotationReport {
        let folder = KeyFolder(path: keys)
        try await Maintenance.onOwnLoop { loop in
            try await personalKeys().check(from: keys, against: postgres, on: loop)
        }
        let added = try folder.addMasterKey(named: day)
        let masters = try MasterKeys { try folder.masterKeys() }
        let report = try await Maintenance.onOwnLoop { loop in
            try await Rewrapping(masters).run(postgres, on: loop)
        }
        let unused = try folder.masterKeyNames().filter { $0 != masters.active && !report.inUse.contains($0) }
        if removesUnused { for name in unused { try folder.removeMasterKey(named: name) } }
        return RotationReport(added: added, rewrapped: report.rewrapped, damaged: report.damaged, unused: unused)
    }
}
