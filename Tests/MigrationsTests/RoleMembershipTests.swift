import EventLoop
import Migrations
import PostgresClient
import SQL
import TestSupport
import Testing

/// Tests that a login that is no superuser can take on the roles that migrations create. Each test has a cluster of its
/// own, since roles belong to a cluster.
@Suite(.timeLimit(.minutes(30))) struct RoleMembershipTests {
    private static let roles = ["chairside_server", "chairside_reader", "chairside_chainer"]

    /// A cluster with a login that may create roles, and a database that the login owns.
    private struct Cluster: Sendable {
        let postgres: PrivatePostgres

        static func with(_ body: (Cluster) async throws -> Void) async throws {
            let cluster = Cluster(postgres: try await PrivatePostgres.dedicated(.throwaway))
            defer { cluster.postgres.remove() }
            try await cluster.administer("CREATE ROLE clinic LOGIN CREATEROLE")
            try await cluster.administer("CREATE DATABASE clinic OWNER clinic")
            try await body(cluster)
        }

        func configuration(of login: String, role: String? = nil) -> PostgresConfiguration {
            PostgresConfiguration(conninfo: postgres.conninfo(database: "clinic") + " user=\(login)", role: role)
        }

        func administer(_ script: String) async throws {
            let configuration = PostgresConfiguration(conninfo: postgres.conninfo())
            try await EventLoop.with { loop in
                let connection = try await PostgresConnection.connect(configuration, on: loop)
                defer { connection.close() }
                try await connection.run(script: script)
            }
        }

        @discardableResult func migrate(as login: String = "clinic") async throws -> Int {
            let configuration = configuration(of: login)
            return try await EventLoop.with { loop in try await Migrator().run(configuration, on: loop).count }
        }

        /// The error of a connection that switches to the role; `nil` if it succeeds.
        func refusal(of role: String, to login: String = "clinic") async throws -> PostgresError? {
            let configuration = configuration(of: login, role: role)
            return try await EventLoop.with { loop in
                do throws(PostgresError) {
                    try await PostgresConnection.connect(configuration, on: loop).close()
                    return nil
                } catch { return error }
            }
        }

        /// The error that `chairside verify` reports for the roles; `nil` if there is none.
        func proof(as login: String = "clinic") async throws -> PostgresError? {
            let configuration = configuration(of: login)
            return try await EventLoop.with { loop in
                do {
                    try await Migrator().proveRoles(configuration, on: loop)
                    return nil
                } catch let error as PostgresError { return error }
            }
        }

        /// Removes the right to switch to the roles, and keeps the right to grant them: the state in which a release
        /// that asked for any membership left the databases of PostgreSQL 16 and later.
        func forgetMemberships() async throws {
            let configuration = configuration(of: "clinic")
            try await EventLoop.with { loop in
                let connection = try await PostgresConnection.connect(configuration, on: loop)
                defer { connection.close() }
                for role in RoleMembershipTests.roles { try await connection.run(script: "REVOKE \(role) FROM clinic") }
            }
        }
    }

    @Test func `a login that creates the roles by migrating can take on each of them`() async throws {
        try await Cluster.with { cluster async throws in
            #expect(try await cluster.migrate() == Migration.all.count)
            for role in Self.roles { #expect(try await cluster.refusal(of: role) == nil) }
            #expect(try await cluster.proof() == nil)
        }
    }

    @Test func `chairside migrate mends a migrated database whose login cannot take on the roles that it created`()
        async throws
    {
        try await Cluster.with { cluster in
            try await cluster.migrate()
            try await cluster.forgetMemberships()
            for role in Self.roles { #expect(try await cluster.refusal(of: role) != nil) }
            guard case .roleRefused(let refused)? = try await cluster.proof() else {
                Issue.record("the roles are not refused")
                return
            }
            #expect(refused.roles == Self.roles.sorted())
            #expect(try await cluster.migrate() == 0)
            for role in Self.roles { #expect(try await cluster.refusal(of: role) == nil) }
        }
    }

    @Test func `a login that may not take on another login's roles gets the statement for a superuser`() async throws {
        try await Cluster.with { cluster in
            for role in Self.roles { try await cluster.administer("CREATE ROLE \(role) NOLOGIN") }
            try await cluster.administer("ALTER ROLE clinic NOCREATEROLE")
            for isMigrated in [false, true] {
                if isMigrated {
                    let names = Self.roles.joined(separator: ", ")
                    try await cluster.administer("REVOKE \(names) FROM clinic")
                }
                do {
                    try await cluster.migrate()
                    Issue.record("the roles are not refused")
                } catch PostgresError.roleRefused(let refused) {
                    #expect(refused.roles == Self.roles.sorted())
                    #expect(refused.login == "clinic")
                    #expect("\(refused)".contains("A superuser must run: GRANT chairside_chainer, chairside_reader, "))
                    try await cluster.administer(try #require(refused.statement))
                }
                #expect(try await cluster.migrate() == (isMigrated ? 0 : Migration.all.count))
                #expect(try await cluster.proof() == nil)
            }
        }
    }

    @Test func `a superuser's statement helps a login that may grant the roles and not take them on`() async throws {
        try await Cluster.with { cluster in
            try await cluster.migrate()
            try await cluster.forgetMemberships()
            guard case .roleRefused(let refused)? = try await cluster.proof() else {
                Issue.record("the roles are not refused")
                return
            }
            try await cluster.administer(try #require(refused.statement))
            #expect(try await cluster.proof() == nil)
        }
    }

    @Test func `a pool whose role is refused tells its callers so, and not that PostgreSQL cannot be reached`()
        async throws
    {
        try await Cluster.with { cluster in
            try await cluster.migrate()
            try await cluster.administer("CREATE ROLE guest LOGIN")
            for (role, words) in [
                ("chairside_server", "A superuser must run: GRANT chairside_server TO guest"),
                ("nobody_has_it", "the role nobody_has_it does not exist"),
            ] {
                let configuration = cluster.configuration(of: "guest", role: role)
                let text = try await EventLoop.with { loop in
                    let pool = PostgresPool(configuration, connections: 1, on: loop)
                    var text = ""
                    do throws(PostgresError) {
                        _ = try await pool.perform("SELECT 1", effect: .reads)
                    } catch { text = "\(error)" }
                    await pool.close()
                    return text
                }
                #expect(text.contains(words))
            }
        }
    }
}
