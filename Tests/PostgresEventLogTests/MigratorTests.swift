import EventLoop
import Foundation
import Migrations
import PostgresClient
import PostgresEventLog
import SQL
import TestSupport
import Testing

@Suite(.database) struct `The migrator` {
    private let first = Migration(
        1, "first", script: Array("CREATE TABLE first (a int); CREATE INDEX ON first (a)".utf8))
    private let second = Migration(2, "second", script: Array("ALTER TABLE first ADD COLUMN b text".utf8))

    @Test func `applies what is missing, once`() async throws {
        #expect(try await migrate([first]).map(\.fileName) == ["0001_first"])
        #expect(try await migrate([first, second]).map(\.fileName) == ["0002_second"])
        #expect(try await migrate([first, second]).isEmpty)
    }

    @Test func `applies every migration of the program to an empty database`() async throws {
        #expect(try await migrate(Migration.all).count == Migration.all.count)
        #expect(try await migrate(Migration.all).isEmpty)
    }

    @Test func `started several times at once, applies each migration once`() async throws {
        let conninfo = try TestDatabase.current.conninfo
        let migrations = [first, second]
        let applied = await allAtOnce(0..<4) { _ in
            try? await withLoop { loop in
                try await Migrator(migrations).run(PostgresConfiguration(conninfo: conninfo), on: loop).count
            }
        }
        #expect(applied.compactMap(\.self).sorted() == [0, 0, 0, 2])
    }

    @Test func `refuses a migration that was changed after it had been applied`() async throws {
        try await migrate([first])
        let changed = Migration(1, "first", script: first.script + [UInt8(ascii: " ")])
        await #expect(throws: MigrationError.changed("0001_first")) { try await migrate([changed, second]) }
    }

    @Test func `refuses a migration that comes before one that was applied`() async throws {
        try await migrate([second.at(3)].map { Migration($0.number, $0.name, script: Array("SELECT 1".utf8)) })
        await #expect(throws: MigrationError.gap("0001_first")) {
            try await migrate([first, Migration(3, "second", script: Array("SELECT 1".utf8))])
        }
    }

    @Test func `refuses a database that is newer than the program`() async throws {
        try await migrate([first, second])
        await #expect(throws: MigrationError.unknownToProgram("0002_second")) { try await migrate([first]) }
    }

    @Test func `refuses two migrations with one number`() async throws {
        await #expect(throws: MigrationError.numberTwice("0001_first", "0001_second")) {
            try await migrate([first, second.at(1)])
        }
    }

    @Test func `keeps nothing of a migration that fails, and says which`() async throws {
        let broken = Migration(2, "broken", script: Array("CREATE TABLE half (a int); SELECT nonsense".utf8))
        do {
            try await migrate([first, broken])
            Issue.record("it was applied")
        } catch let error as MigrationError {
            #expect("\(error)".hasPrefix("migration 0002_broken failed: "))
            #expect("\(error)".contains("nonsense"))
        }
        #expect(try await migrate([first, second]).map(\.fileName) == ["0002_second"])
    }

    @Test func `knows every file of the folder, with its number and name`() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "migrations")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))
            .filter { $0.hasSuffix(".sql") }.sorted()
        #expect(Migration.all.map { $0.fileName + ".sql" } == files)
        for migration in Migration.all {
            let data = try Data(contentsOf: folder.appending(path: migration.fileName + ".sql"))
            #expect(Array(data) == migration.script)
        }
    }

    @discardableResult
    private func migrate(_ migrations: [Migration]) async throws -> [Migration] {
        let conninfo = try TestDatabase.current.conninfo
        return try await withLoop { loop in
            try await Migrator(migrations).run(PostgresConfiguration(conninfo: conninfo), on: loop)
        }
    }
}

extension Migration {
    fileprivate func at(_ number: Int) -> Migration { Migration(number, name, script: script) }
}
