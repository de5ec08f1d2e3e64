import EventLoop
import Migrations
import PostgresClient
import SQL

extension Installation {
    /// Compares the database's tables, functions, triggers, policies and rights with those of this release. The schema
    /// must be the one that this program has migrated, or that a newer one has migrated since.
    func compareSchema(on loop: EventLoop) async throws -> SchemaComparison {
        let (schema, newest) = try await Maintenance.readSchema(of: database, on: loop)
        return SchemaComparison(of: schema, isNewer: newest > Migration.all.last?.number ?? 0)
    }
}

extension Maintenance {
    /// The lines that describe a database's schema, as `fixtures/schema/schema.txt` has them for this release.
    package static func schema(of database: String) async throws -> [String] {
        try await onOwnLoop { loop in try await readSchema(of: database, on: loop).parts.map(\.line) }
    }

    /// The parts of a database's schema, and the number of the newest migration that was applied to it.
    fileprivate static func readSchema(
        of database: String, on loop: EventLoop
    ) async throws -> (parts: [SchemaEntry], newest: Int) {
        let settings = PostgresConfiguration(
            conninfo: database, searchPath: .onlyCatalogue, statementTimeout: .seconds(600), deadline: .seconds(610))
        return try await loop.run {
            let connection = try await PostgresConnection.connect(settings, on: loop)
            defer { connection.close() }
            let parts = try await SchemaEntry.all(on: connection)
            let newest = try await connection.perform(
                "SELECT coalesce(max(number), 0)::bigint FROM public.schema_migration", effect: .reads)
            return (parts, Int(try newest.first?.int64(0) ?? 0))
        }
    }
}
