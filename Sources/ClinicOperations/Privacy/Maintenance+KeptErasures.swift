import EventLoop
import ClinicServer
import EventSourcing
import Foundation
import PostgresClient
import SQL

extension Maintenance {
    /// Adds the database's erasures that are not in an outside folder's list yet to that list. A server with
    /// `--chain-heads` does this continuously.
    ///
    /// - Returns: the number of added erasures.
    package static func keepErasures(of database: String, in folder: String) async throws -> Int {
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        return try await onOwnLoop { loop in
            try await loop.run {
                let connection = try await PostgresConnection.connect(
                    PostgresConfiguration(conninfo: database), on: loop)
                defer { connection.close() }
                let rows = try await connection.perform(.erasures(since: nil), effect: .reads)
                var known = ErasureList.Known()
                return try await ErasureList(folder: folder).keep(
                    rows.map { try KeptErasure($0) }, askedAt: .now, known: &known)
            }
        }
    }
}
