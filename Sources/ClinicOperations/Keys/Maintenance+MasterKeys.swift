import ClinicServer
import EventStore
import Identity
import PostgresClient

extension Maintenance {
    package struct RotationReport: Sendable {
        package let added: String
        package let rewrapped: Int
        /// A line for each person key that cannot be unwrapped. Such a key is not changed.
        package let damaged: [String]
        /// The names of master keys that no longer wrap any key.
        package let unused: [String]
    }

    /// Adds a new master key and wraps every person's key with it. Events do not change.
    ///
    /// - Parameters:
    ///   - day: the key's name.
    ///   - removesUnused: deletes the files of master keys that no longer wrap any key.
    package static func rotateMasterKey(
        _ database: String, keys: String, day: String, removesUnused: Bool
    ) async throws -> RotationReport {
        let folder = KeyFolder(path: keys)
        try await onOwnLoop { loop in
            try await PersonalKeys(folder).check(
                from: keys, against: PostgresConfiguration(conninfo: database), on: loop)
        }
        let added = try folder.addMasterKey(named: day)
        let masters = try MasterKeys { try folder.masterKeys() }
        let report = try await onOwnLoop { loop in
            try await Rewrapping(masters).run(PostgresConfiguration(conninfo: database), on: loop)
        }
        let unused = try folder.masterKeyNames().filter { $0 != masters.active && !report.inUse.contains($0) }
        if removesUnused { for name in unused { try folder.removeMasterKey(named: name) } }
        return RotationReport(added: added, rewrapped: report.rewrapped, damaged: report.damaged, unused: unused)
    }
}
