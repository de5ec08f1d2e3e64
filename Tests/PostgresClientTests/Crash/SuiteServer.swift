import EventLoop
import PostgresClient
import SQL
import TestSupport

/// A PostgreSQL server that the tests of a suite may kill. Each test has its own database on that server.
struct SuiteServer: Sendable {
    private let starting: Task<PrivatePostgres, any Error>

    init(_ durability: PrivatePostgres.Durability) {
        starting = Task { try await PrivatePostgres.dedicated(durability) }
    }

    func makeDatabase(on loop: EventLoop) async throws -> (server: PrivatePostgres, name: String) {
        let server = try await starting.value
        let name = Identifier("test").numbered(.random(in: 0 ..< .max))
        let connection = try await PostgresConnection.connect(
            PostgresConfiguration(conninfo: server.conninfo()), on: loop)
        defer { connection.close() }
        _ = try await connection.perform("CREATE DATABASE \(name) TEMPLATE template0")
        return (server, name.unquoted)
    }
}
