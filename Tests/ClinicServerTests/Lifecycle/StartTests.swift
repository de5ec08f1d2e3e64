import ClinicServer
import ClinicTestSupport
import EventLoop
import Glibc
import JSON
import Migrations
import PostgresClient
import SQL
import TestSupport
import Testing

/// Tests servers that start while PostgreSQL is available or not available.
@Suite(.serialized) struct StartTests {
    /// Starts a server on a free port without waiting for its database.
    private func serving(
        _ database: String, _ log: KeptLog = KeptLog(), _ body: (Practice) async throws -> Void
    ) async throws {
        var configuration = ServerConfiguration(database: database, keys: try DemoKeys.folder())
        configuration.port = 0
        let wire = try EventLoop(name: "apps")
        let server = try await Server.start(configuration, logger: log.logger)
        let result: Result<Void, any Error>
        do { result = .success(try await body(Practice(server: server, wire: wire))) } catch {
            result = .failure(error)
        }
        await server.stop()
        await wire.stop()
        try result.get()
    }

    @Test func `a server started before PostgreSQL logs that it waits, and serves once PostgreSQL is available`()
        async throws
    {
        let cluster = try await PrivatePostgres.dedicated(.throwaway)
        defer { cluster.remove() }
        try await cluster.stop()
        let log = KeptLog()
        try await serving(cluster.conninfo(), log) { practice in
            await log.line(with: "waiting for PostgreSQL")
            #expect(try await practice.nobody.get("/livez").status == 200)
            #expect(try await practice.nobody.get("status").status == 200)
            #expect(try await practice.nobody.get("nowhere").status == 404)
            for path in ["/readyz", "patients", "clinic"] {
                let answer = try await practice.nobody.get(path)
                #expect(answer.status == 503, "\(path)")
                #expect(answer["detail"]?.string == "waiting for PostgreSQL", "\(path)")
                #expect(answer.fields["retry-after"] == "1", "\(path)")
            }

            try await cluster.start()
            try await practice.server.untilReady()
            #expect(log.lines.contains { $0.contains("PostgreSQL is reachable") })
            #expect(try await practice.nobody.get("/readyz").status == 200)
            #expect(try await practice.nobody.get("patients").status == 401)
            let login = try await practice.nobody.post("auth/login", #"{"email":"x@x.example","password":"whatever"}"#)
            #expect(login.status == 401)

            try await cluster.stop()
            let away = try await eventually {
                let away = try await practice.nobody.get("/readyz")
                return away.status == 200 ? nil : away
            }
            #expect(away.status == 503)
            #expect(away["detail"]?.string == "waiting for PostgreSQL")
            let lacking = away["components"]?.elements?.filter { $0["status"]?.string != "ok" } ?? []
            #expect(lacking.compactMap { $0["name"]?.string } == ["database"])
            try await cluster.start()
            try await until { try await practice.nobody.get("/readyz").status == 200 }
        }
    }

    @Test func `the signals SIGUSR1 and SIGUSR2 neither end nor drain a server`() async throws {
        let log = KeptLog()
        try await serving("host=/nowhere", log) { practice in
            let running = Task { try await practice.server.run {} }
            await log.line(with: "signals are handled")
            for signal in [SIGUSR1, SIGUSR2] {
                kill(getpid(), signal)
                await log.line(with: "\"signal\": \(signal)")
            }
            let answer = try await practice.nobody.get("/livez")
            #expect(answer.status == 200)
            await practice.server.stop()
            running.cancel()
            _ = await running.result
        }
    }

    @Test func `a server waiting for PostgreSQL can be stopped`() async throws {
        let cluster = try await PrivatePostgres.dedicated(.throwaway)
        defer { cluster.remove() }
        try await cluster.stop()
        let log = KeptLog()
        try await serving(cluster.conninfo(), log) { practice in
            await log.line(with: "waiting for PostgreSQL")
            await practice.server.stop()
            await #expect(throws: (any Error).self) { try await practice.server.untilReady() }
        }
    }

    @Test(.database(.demo)) func `a server's start fails at once if the database's schema requires a newer program`()
        async throws
    {
        let database = try TestDatabase.current
        try await database.withConnection { connection in
            _ = try await connection.perform(
                """
                INSERT INTO schema_migration (number, name, checksum, oldest_program) VALUES (9999, 'later', '', 9000)
                """)
        }
        try await serving(database.conninfo) { practice in
            let newest = Migration.all.map(\.number).max() ?? 0
            await #expect(throws: MigrationError.programTooOld("9999_later", knows: newest, needs: 9000)) {
                try await practice.server.untilReady()
            }
        }
    }
}
