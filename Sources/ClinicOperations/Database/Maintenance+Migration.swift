import Foundation
import Migrations
import PostgresClient

extension Maintenance {
    /// Migrates the database.
    ///
    /// - Parameters:
    ///   - folder: a folder of further migrations, such as those of a coming release. They run after the program's own.
    ///   - waiting: called with a migration's file name each time that locks of other sessions delay it.
    /// - Returns: the names of the applied files.
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
