import ClinicServer
import EventChain
import Foundation
import PostgresClient

extension Maintenance {
    /// Exports every event of a database, byte for byte, as JSON lines in the order of clinics and positions.
    ///
    /// - Returns: the number of events.
    package static func exportEvents(
        of database: String, to path: String, progress: @escaping @Sendable (Int64, Int64) -> Void
    ) async throws -> Int64 {
        // The exported file contains all events of the database, so only its owner may read it.
        guard
            FileManager.default.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o600]),
            let file = FileHandle(forWritingAtPath: path)
        else { throw LineFile.Unusable(description: "cannot write \(path)") }
        defer { try? file.close() }
        let count = try await onOwnLoop { loop in
            try await EventExport(progress: progress).run(PostgresConfiguration(conninfo: database), on: loop) {
                piece in
                try file.write(contentsOf: Data(piece))
            }
        }
        try file.synchronize()
        return count
    }
}
