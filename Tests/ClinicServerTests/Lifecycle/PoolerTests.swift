import ClinicServer
import ClinicTestSupport
import Foundation
import Logging
import TestSupport
import Testing

private let pgbouncer = "/usr/sbin/pgbouncer"

/// Tests servers with a connection pooler between the server and PostgreSQL.
@Suite(
    .serialized, .enabled(if: FileManager.default.isExecutableFile(atPath: pgbouncer), "needs pgbouncer"),
    .timeLimit(.minutes(30))) struct PoolerTests
{
    /// Starts a server that connects to a new PostgreSQL cluster through PgBouncer with the given settings.
    private func serving(_ settings: String, _ body: (Server) async throws -> Void) async throws {
        let cluster = try await PrivatePostgres.dedicated(.throwaway)
        defer { cluster.remove() }
        let folder = cluster.folder.path(percentEncoded: false)
        let port = cluster.port + 1
        let file = cluster.folder.appending(path: "pgbouncer.ini")
        try """
        [databases]
        postgres = host=\(folder) port=\(cluster.port) user=postgres
        [pgbouncer]
        listen_addr =
        listen_port = \(port)
        unix_socket_dir = \(folder)
        auth_type = any
        default_pool_size = 100
        \(settings)
        """.write(to: file, atomically: true, encoding: .utf8)
        let user = getuid() == 0 ? ["-u", "postgres"] : []
        let pooler = Task { try await Shell.run([pgbouncer] + user + [file.path(percentEncoded: false)]) }
        defer { pooler.cancel() }
        var configuration = ServerConfiguration(
            database: "host='\(folder)' port=\(port) user=postgres dbname=postgres", keys: try DemoKeys.folder())
        configuration.port = 0
        let server = try await Server.start(
            configuration, logger: .silent)
        let result: Result<Void, any Error>
        // No wait for the start of PgBouncer is needed here: the server waits until PgBouncer accepts connections.
        do { result = .success(try await body(server)) } catch { result = .failure(error) }
        await server.stop()
        try result.get()
    }

    private func refusal(_ settings: String) async throws -> String {
        var refusal = ""
        try await serving(settings) { server in
            do { try await server.untilReady() } catch { refusal = "\(error)" }
        }
        return refusal
    }

    @Test(arguments: ["transaction", "statement"])
    func `a server behind a transaction pooler does not start, and its error names supported poolers`(
        mode: String
    ) async throws {
        let refusal = try await refusal("pool_mode = \(mode)\nignore_startup_parameters = options")
        #expect(refusal.contains("gives each transaction another session"))
        #expect(refusal.contains("pool_mode = session"))
    }

    @Test func `a server whose pooler refuses the session's timeouts does not start, and the error gives this reason`()
        async throws
    {
        #expect(try await refusal("pool_mode = session").contains("refuses the startup parameter options"))
    }

    @Test func `a server behind a session pooler becomes ready`() async throws {
        try await serving("pool_mode = session\nignore_startup_parameters = options") { server in
            try await server.untilReady()
        }
    }
}
