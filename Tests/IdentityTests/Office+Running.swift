import Endpoints
import EventSourcing
import EventLoop
import Foundation
import Identifiers
import Identity
import PostgresClient
import SQL
import TestSupport
import Testing

/// Runs `body` on an event loop with `count` processes that have the identity service (accounts, sessions, tokens),
/// with the test's database and the server's PostgreSQL role.
func withOffices(
    _ count: Int, connections: Int = 2, mail: MailProgram? = nil, rolesWithSecondFactor: Set<Role> = [],
    _ body: @escaping @Sendable ([Office]) async throws -> Void
) async throws {
    let database = try TestDatabase.current
    let configuration = database.configuration { $0.role = "chairside_server" }
    let folder = try TemporaryKeys()
    defer { folder.remove() }
    try await database.withPool(connections: connections, configuration) { pool in
        var offices: [Office] = []
        for _ in 0..<count {
            offices.append(
                try await Office(
                    pool, configuration, folder: folder.keys, mail: mail, rolesWithSecondFactor: rolesWithSecondFactor))
        }
        let result: Result<Void, any Error>
        do { result = .success(try await body(offices)) } catch { result = .failure(error) }
        for office in offices { await office.notices.close() }
        try result.get()
    }
}

func withOffice(
    connections: Int = 2, _ body: @escaping @Sendable (Office) async throws -> Void
) async throws {
    try await withOffices(1, connections: connections) { try await body(#require($0.first)) }
}

/// A key folder in `/tmp` for one test. The test must call `remove` at its end.
struct TemporaryKeys: Sendable {
    let keys: KeyFolder
    var path: String { keys.path }

    init() throws {
        keys = KeyFolder(path: "/tmp/chairside-keys-\(UUID().uuidString)")
        try keys.initialize(kid: "2026-11-23")
    }

    func remove() { try? FileManager.default.removeItem(atPath: path) }
}

/// A person in the tests, with the credentials and role of an account.
struct Person: Sendable {
    var email = "ana@example.org"
    var password = "correct horse battery"
    var clinic = UUIDBytes(high: 1, low: 1)
    var role = Role.receptionist
    var subject = UUIDBytes(high: 9, low: 9)

    static let ana = Person()
    static let ben = Person(
        email: "ben@example.org", password: "tr0ub4dor and 3", role: .patient, subject: UUIDBytes(high: 8, low: 8))
}

extension Office {
    /// Starts another process with the identity service, which uses the same connection pool and key folder, and runs
    /// `body` with it.
    func withColleague(
        rolesWithSecondFactor: Set<Role> = [], _ body: (Office) async throws -> Void
    ) async throws {
        let configuration = try TestDatabase.current.configuration { $0.role = "chairside_server" }
        let colleague = try await Office(
            pool, configuration, folder: folder, rolesWithSecondFactor: rolesWithSecondFactor)
        let result: Result<Void, any Error>
        do { result = .success(try await body(colleague)) } catch { result = .failure(error) }
        await colleague.notices.close()
        try result.get()
    }

    @discardableResult
    func welcome(_ person: Person) async throws -> UUIDBytes {
        try await identity.grant(
            AccountGrant(
                email: person.email, name: "Ana", password: person.password, clinic: person.clinic,
                roles: [person.role],
                subject: person.subject),
            at: noon
        ).id
    }

    /// Marks the account's password as chosen by the owner of the e-mail address.
    func isOwners(_ account: UUIDBytes) async throws {
        _ = try await pool.perform("UPDATE account SET password_source = 'mail' WHERE account_id = \(account)")
    }

    /// Sends a login.
    ///
    /// - Parameter more: additional members of the request's JSON, beginning with a comma.
    func login(
        _ person: Person, device: String? = nil, _ more: String = "", from peer: String? = nil, at now: Instant = noon
    ) async throws -> IdentityReply {
        let device = device.map { #","device_id":"\#($0)""# } ?? ""
        return try await call(
            .post, "/api/v1/auth/login",
            #"{"email":"\#(person.email)","password":"\#(person.password)"\#(device)\#(more)}"#,
            from: peer, at: now)
    }

    func refresh(_ token: String, device: String? = nil, at now: Instant = noon) async throws -> IdentityReply {
        try await call(
            .post, "/api/v1/auth/refresh", token: token, fields: device.map { ["x-device-id": $0] } ?? [:], at: now)
    }

    /// Creates the person's account and signs in.
    func signIn(_ person: Person, device: String? = nil) async throws -> IdentityReply {
        try await welcome(person)
        let reply = try await login(person, device: device)
        try #require(reply.status == 200)
        return reply
    }
}
