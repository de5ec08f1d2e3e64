import Clinic
import ClinicServer
import EventLoop
import EventSourcing
import EventStore
import Foundation
import Identity
import Logging
import Migrations
import PostgresClient
import Projections

/// Work on a database beside servers. Each function opens its own loop, and connects as the schema's owner.
package enum Maintenance {
    /// Migrates the database.
    ///
    /// - Parameters:
    ///   - folder: further migrations, after the program's own: those of a coming release.
    ///   - waiting: called with a file's name each time that other sessions hold its locks.
    /// - Returns: the applied files.
    package static func migrate(
        _ database: String, with folder: String? = nil, waiting: @escaping @Sendable (String) -> Void = { _ in }
    ) async throws -> [String] {
        let migrations = try Migration.all + (folder.map(Migration.files(in:)) ?? [])
        return try await onOwnLoop { loop in
            try await Migrator(migrations).run(
                PostgresConfiguration(conninfo: database), on: loop, waiting: { waiting($0.fileName) }
            ).map(\.fileName)
        }
    }

    package struct VerificationReport: Sendable {
        package let clinics: Int
        package let events: Int64
        /// The differences between documents and events, a line each; empty if there are none.
        package let differences: [String]
    }

    package static func verify(
        _ database: String, keys: String, progress: @escaping @Sendable (Int64, Int64) -> Void
    ) async throws -> VerificationReport {
        let folder = keys
        return try await onOwnLoop { loop in
            let keys = try PersonalKeys(KeyFolder(path: folder))
            try await keys.check(from: folder, against: PostgresConfiguration(conninfo: database), on: loop)
            let report = try await Verification(ClinicFeatures.projections, keys: keys) {
                progress($0.eventsDone, $0.eventsInAll)
            }.run(PostgresConfiguration(conninfo: database), on: loop)
            return VerificationReport(
                clinics: report.clinics, events: report.events, differences: report.differences.map { "\($0)" })
        }
    }

    /// Lists the signing keys.
    ///
    /// - Returns: a line for each.
    package static func listKeys(_ path: String) throws -> [String] {
        try KeyFolder(path: path).signingKeys().map { key in
            "\(key.name)\tsince \(key.madeAt.rfc3339)\t\(key.signs ? "signs" : "verifies")"
        }
    }

    /// Adds a key that signs access tokens.
    ///
    /// - Parameter name: the new key's name; otherwise one is made from the time.
    /// - Returns: its name.
    package static func addKey(_ path: String, named name: String?) throws -> String {
        try KeyFolder(path: path).add(named: name, at: .now)
    }

    /// Adds a key that signs the ends of hash chains, from the servers' next start on.
    package static func addChainKey(_ path: String, named name: String?) throws -> String {
        try KeyFolder(path: path).addChainKey(named: name, at: .now)
    }

    /// Retires a signing key.
    ///
    /// - Parameter atOnce: even if tokens that it signed may still be in use.
    package static func retireKey(_ path: String, named name: String, atOnce: Bool) throws {
        try KeyFolder(path: path).retire(name, atOnce: atOnce, at: .now)
    }

    package static func onOwnLoop<T: Sendable>(
        _ work: @escaping @Sendable (EventLoop) async throws -> T
    ) async throws -> T {
        let loop = try EventLoop(name: "maintenance")
        let result: Result<T, any Error>
        do { result = .success(try await work(loop)) } catch { result = .failure(error) }
        await loop.stop()
        return try result.get()
    }
}

extension Migration {
    /// The migration files of a folder; other files are ignored.
    fileprivate static func files(in folder: String) throws -> [Migration] {
        try FileManager.default.contentsOfDirectory(atPath: folder).sorted().compactMap { name in
            guard let data = FileManager.default.contents(atPath: folder + "/" + name) else { return nil }
            return Migration(fileName: name, script: Array(data))
        }
    }
}
