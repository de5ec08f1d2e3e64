import EventLoop
import Foundation
import Migrations
import PostgresClient
import SQL
import TestSupport
import Testing

@Suite(.database) struct `The migrator` {
    private let first = Migration(
        1, "first", script: Array("CREATE TABLE first (a int); CREATE INDEX ON first (a)".utf8))
    private let second = Migration(2, "second", script: Array("ALTER TABLE first ADD COLUMN b text".utf8))

    @Test func `the migrator applies each missing migration once`() async throws {
        #expect(try await migrate([first]).map(\.fileName) == ["0001_first"])
        #expect(try await migrate([first, second]).map(\.fileName) == ["0002_second"])
        #expect(try await migrate([first, second]).isEmpty)
    }

    @Test func `the migrator applies every migration of the program to an empty database`() async throws {
        #expect(try await migrate(Migration.all).count == Migration.all.count)
        #expect(try await migrate(Migration.all).isEmpty)
    }

    @Test func `the event store's migrations can be applied without those of other modules`() async throws {
        let migrations = Migration.owned(by: .eventStore)
        #expect(try await migrate(migrations).count == migrations.count)
    }

    @Test func `every migration of the program belongs to a module, and every module that declares migrations has one`()
    {
        #expect(Migration.all.filter { $0.owner == nil }.map(\.fileName) == [])
        #expect(Migration.Owner.allCases.filter { Migration.owned(by: $0).isEmpty } == [])
    }

    @Test func `migrators that run at once apply each migration once`() async throws {
        let conninfo = try TestDatabase.current.conninfo
        let migrations = [first, second]
        let applied = await allAtOnce(0..<4) { _ in
            try? await withLoop { loop in
                try await Migrator(migrations).run(PostgresConfiguration(conninfo: conninfo), on: loop).count
            }
        }
        #expect(applied.compactMap(\.self).sorted() == [0, 0, 0, 2])
    }

    @Test func `the migrator refuses a migration whose text was changed after the migration was applied`() async throws
    {
        try await migrate([first])
        let changed = Migration(1, "first", script: first.script + [UInt8(ascii: " ")])
        await #expect(throws: MigrationError.changed("0001_first")) { try await migrate([changed, second]) }
    }

    @Test func `the migrator refuses a new migration whose number is lower than an applied one's`() async throws {
        try await migrate([second.at(3)].map { Migration($0.number, $0.name, script: Array("SELECT 1".utf8)) })
        await #expect(throws: MigrationError.gap("0001_first")) {
            try await migrate([first, Migration(3, "second", script: Array("SELECT 1".utf8))])
        }
    }

    @Test func `the migrator allows an older program to run on the schema of a later release`() async throws {
        try await migrate([first, second])
        #expect(try await migrate([first]).isEmpty)
    }

    @Test func `the migrator refuses a program older than the schema allows`() async throws {
        let taken = Migration(
            3, "taken", script: Array("-- oldest program: 0002\nALTER TABLE first DROP COLUMN a".utf8))
        try await migrate([first, second, taken])
        #expect(try await migrate([first, second]).isEmpty)
        await #expect(throws: MigrationError.programTooOld("0003_taken", knows: 1, needs: 2)) {
            try await migrate([first])
        }
    }

    @Test func `every migration after number 108 that removes schema objects names the oldest program that may run`() {
        let takesAway = #/(?i)DROP TABLE|DROP COLUMN|RENAME (TO|COLUMN)|SET NOT NULL|ALTER COLUMN \w+ (SET DATA )?TYPE/#
        for migration in Migration.all where migration.number > 108 && migration.oldestProgram == 0 {
            let script = String(decoding: migration.script, as: UTF8.self)
            #expect(script.firstMatch(of: takesAway) == nil, "\(migration.fileName)")
        }
    }

    @Test func `the migrator waits only briefly for a lock, and lets other transactions run before it tries again`()
        async throws
    {
        try await migrate([first])
        let database = try TestDatabase.current
        let (tries, trying) = AsyncStream.makeStream(of: Void.self)
        try await database.withConnection { reader in
            _ = try await reader.perform(["BEGIN", "SELECT FROM first"])
            let configuration = PostgresConfiguration(conninfo: database.conninfo)
            var patience = Migrator.Patience()
            patience.lockTimeout = .milliseconds(20)
            patience.pause = .milliseconds(20)
            let migrator = Migrator([first, second], patience: patience)
            async let applied = withLoop { loop in
                try await migrator.run(configuration, on: loop, waiting: { _ in trying.yield() })
            }
            var iterator = tries.makeAsyncIterator()
            for _ in 0..<2 {
                _ = await iterator.next()
                // The migrator has given up an attempt to lock the table, which the reader uses. So an INSERT of
                // another session need not wait behind the migrator's request for the lock.
                try await database.withConnection { writer in
                    _ = try await writer.perform("INSERT INTO first VALUES (1)")
                }
            }
            _ = try await reader.perform(["COMMIT"])
            #expect(try await applied.map(\.fileName) == ["0002_second"])
        }
    }

    @Test func `the migrator fails if a lock is never released, and changes nothing`() async throws {
        try await migrate([first])
        let database = try TestDatabase.current
        try await database.withConnection { reader in
            _ = try await reader.perform(["BEGIN", "SELECT FROM first"])
            var patience = Migrator.Patience()
            (patience.lockTimeout, patience.pause, patience.inAll) = (
                .milliseconds(5), .milliseconds(5), .milliseconds(50)
            )
            let migrator = Migrator([first, second], patience: patience)
            await #expect(throws: MigrationError.lockedOut("0002_second")) {
                try await withLoop {
                    try await migrator.run(PostgresConfiguration(conninfo: database.conninfo), on: $0)
                }
            }
            _ = try await reader.perform(["COMMIT"])
        }
        #expect(try await migrate([first, second]).map(\.fileName) == ["0002_second"])
    }

    private let index = Migration(
        2, "index",
        script: Array(
            "-- outside a transaction: index first_b\nCREATE UNIQUE INDEX CONCURRENTLY first_b ON first (a)".utf8))

    @Test func `the migrator rebuilds an incomplete index, and keeps a complete index that was not recorded`()
        async throws
    {
        try await migrate([first])
        let database = try TestDatabase.current
        try await database.withConnection { connection in
            _ = try await connection.perform("INSERT INTO first VALUES (1), (1)")
            await #expect(throws: MigrationError.self) { try await migrate([first, index]) }
            let half = try await connection.perform(
                "SELECT 1 FROM pg_index WHERE indexrelid = 'first_b'::regclass AND NOT indisvalid", effect: .reads)
            #expect(half.count == 1)
            _ = try await connection.perform("DELETE FROM first")
            #expect(try await migrate([first, index]).map(\.fileName) == ["0002_index"])
            let whole = try await connection.perform(
                "SELECT 1 FROM pg_index WHERE indexrelid = 'first_b'::regclass AND indisvalid", effect: .reads)
            #expect(whole.count == 1)
            // Simulate a process that was killed after it had built the index, and before it recorded the migration.
            _ = try await connection.perform("DELETE FROM schema_migration WHERE number = 2")
            #expect(try await migrate([first, index]).map(\.fileName) == ["0002_index"])
        }
    }

    @Test func `every migration after number 108 builds an index on an existing table concurrently`() {
        let makes = #/CREATE (?:UNIQUE )?INDEX (?!CONCURRENTLY)\w*\s*ON (\w+)/#
        for migration in Migration.all where migration.number > 108 {
            let script = String(decoding: migration.script, as: UTF8.self)
            for index in script.matches(of: makes) {
                #expect(script.contains("CREATE TABLE \(index.1)"), "\(migration.fileName)")
            }
        }
    }

    @Test func `the migrator refuses two migrations with the same number`() async throws {
        await #expect(throws: MigrationError.numberTwice("0001_first", "0001_second")) {
            try await migrate([first, second.at(1)])
        }
    }

    @Test func `the migrator rolls back a migration that fails, and the error names the migration`() async throws {
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

    @Test func `the program contains every file in the folder of migrations, with number, name and text`() throws {
        let folder = Repository.file("migrations")
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
