import EventLoop
import Migrations
import PostgresClient
import TestSupport
import Testing

/// Compares a database that was migrated just now with the schema that is built into the program.
@Suite(.database) struct SchemaFixtureTests {
    @Test
    func
        `the schema in the program is that of a migrated database; chairside schema prints it for fixtures/schema/schema.txt`()
        async throws
    {
        let conninfo = try TestDatabase.current.conninfo
        let (comparison, count) = try await EventLoop.with { loop in
            _ = try await Migrator().run(PostgresConfiguration(conninfo: conninfo), on: loop)
            let connection = try await PostgresConnection.connect(
                PostgresConfiguration(conninfo: conninfo, searchPath: .onlyCatalogue), on: loop)
            defer { connection.close() }
            let found = try await SchemaEntry.all(on: connection)
            return (SchemaComparison(of: found), found.count)
        }
        #expect(comparison.findings == [])
        #expect(comparison.notes == [])
        #expect(count > 1_500 && count == SchemaFixture.entries.count)
    }
}
