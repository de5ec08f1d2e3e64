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

    @Test func `a release notes what a newer one has added, and still finds what is missing or different`() throws {
        let release = SchemaFixture.entries
        let column = try #require(release.firstIndex { $0.kind == "column" })
        let trigger = try #require(release.firstIndex { $0.kind == "trigger" })
        var older = release
        older.remove(at: column)
        let added = SchemaComparison(of: release, with: older)
        #expect(added.findings == ["the schema has a \(release[column].title) that this release does not have"])
        let newer = SchemaComparison(of: release, with: older, isNewer: true)
        #expect(newer.findings == [] && newer.notes == added.findings)
        var damaged = release
        damaged.remove(at: trigger)
        #expect(
            SchemaComparison(of: damaged, isNewer: true).findings
                == ["the schema lacks the \(release[trigger].title)"])
    }
}
