import TestSupport
import Testing

@Suite(.database) struct PrivatePostgresTests {
    @Test func `the name of each test's database begins with test_`() async throws {
        let database = try TestDatabase.current
        #expect(database.name.hasPrefix("test_"))
    }

    @Test func `a killed PostgreSQL server of the tests can be started again`() async throws {
        let cluster = try await PrivatePostgres.dedicated()
        let first = try #require(cluster.postmaster)
        try await cluster.kill9()
        try await cluster.start()
        #expect(cluster.postmaster != first)
        try await cluster.restart()
        cluster.remove()
    }
}
