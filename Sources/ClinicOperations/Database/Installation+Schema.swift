import EventLoop
import Migrations
import PostgresClient

extension Installation {
    /// Compares the database's tables, functions, triggers, policies and rights with those of this release. The schema
    /// must be the one that this program has migrated.
    func compareSchema(on loop: EventLoop) async throws -> SchemaComparison {
        SchemaComparison(of: try await Maintenance.readSchema(of: database, on: loop))
    }
}

extension Maintenance {
    /// The lines that describe a database's schema, as `fixtures/schema/schema.txt` has them for this release.
    package static func schema(of database: String) async throws -> [String] {
        try await onOwnLoop { loop in try await readSchema(of: database, on: loop).map(\.line) }
    }

    fileprivate static func readSchema(of database: String, on loop: EventLoop) async throws -> [SchemaEntry] {
        let settings = PostgresConfiguration(
            conninfo: database, searchPath: .onlyCatalogue, statementTimeout: .seconds(600), deadline: .seconds(610))
        return try await loop.run {
            let connection = try await PostgresConnection.connect(settings, on: loop)
            defer { connection.close() }
            return try await SchemaEntry.all(on: connection)
        }
    }
}
