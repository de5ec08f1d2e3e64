import Foundation
import Migrations
import PostgresClient

extension Maintenance {
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
