import Endpoints
import EventLoop
import EventSourcing
import Foundation
import Identifiers
import Identity
import JSON
import Migrations
import PostgresClient
import SQL
import TestSupport
import Testing

extension DatabaseTemplate {
    static let identity = DatabaseTemplate("identity") { conninfo in
        try await EventLoop.with { loop in
            _ = try await Migrator(Migration.all).run(PostgresConfiguration(conninfo: conninfo), on: loop)
        }
    }
}

let noon = Instant(secondsSince1970: 1_795_435_200)

/// A process with the identity service (accounts, sessions, tokens) on one event loop, without HTTP.
struct Office: Sendable {
    let shared: IdentityShared
    let loop: EventLoop
    let notices: Notices
    let folder: KeyFolder
    private let router: Router
    private let bound: LoopBound<(identity: Identity, pool: PostgresPool)>

    /// The identity service of the test's process. Must be used on the event loop.
    var identity: Identity { bound.value.identity }
    /// The connection pool of the test's process. Must be used on the event loop.
    var pool: PostgresPool { bound.value.pool }

    init(
        _ pool: PostgresPool, _ configuration: PostgresConfiguration, folder: KeyFolder, mail: MailProgram? = nil,
        rolesWithSecondFactor: Set<Role> = []
    ) async throws {
        let (pepper, keys) = try await folder.load()
        let shared = try IdentityShared(
            pepper: pepper, keys: keys, folder: folder, mail: mail, rolesWithSecondFactor: rolesWithSecondFactor,
            hashingThreads: 2)
        shared.origins.set(["https://clinic.example"].compactMap { Origin($0) })
        self.shared = shared
        self.folder = folder
        loop = pool.loop
        let identity = Identity(shared, pool: pool, on: loop) { _, _ in AppArea.allCases }
        bound = LoopBound((identity, pool), on: loop)
        router = try Router(Identity.endpoints.map(\.operation))
        notices = Notices(configuration, on: loop, shared)
        await notices.next(.connected)
    }

    /// Routes, authenticates and performs a request as the server does, and returns the answer.
    func call(
        _ method: Endpoints.Method, _ path: String, token: String? = nil, _ body: String? = nil,
        fields: [String: String] = [:], from peer: String? = nil, at now: Instant = noon
    ) async throws -> IdentityReply {
        guard case .found(let index, let arguments) = router.match(method, Array(path.utf8)[...]) else {
            return IdentityReply(.notFound)
        }
        let endpoint = Identity.endpoints[index]
        var fields = fields
        if let token { fields["authorization"] = "Bearer \(token)" }
        if body != nil { fields["content-type"] = "application/json" }
        do {
            var principal: Principal?
            if endpoint.operation.requiresAuthentication {
                let authentication = try await authenticate(token ?? "", at: now)
                if let problem = authentication.problem { throw problem }
                if case .caller(let caller) = authentication { principal = caller }
            }
            let invocation = Invocation(
                arguments: arguments, body: Array((body ?? "").utf8), principal: principal,
                peer: peer, field: { [fields] in fields[$0].map { Array($0.utf8)[...] } })
            return IdentityReply(try await endpoint.prepare(invocation).action.perform(by: identity, at: now))
        } catch let problem as Problem {
            return IdentityReply(problem)
        }
    }

    func authenticate(_ token: String, at now: Instant = noon) async throws -> Authentication {
        try await identity.authenticate(Array(token.utf8)[...], at: now)
    }

    func atOnce(_ token: String, at now: Instant = noon) -> Authentication? {
        identity.authenticateAtOnce(Array(token.utf8)[...], at: now)
    }
}

/// The identity service's answer to a request, with its parsed JSON.
struct IdentityReply: Sendable {
    let status: Int
    let json: JSONValue?
    /// The value of a problem's header field Retry-After, in seconds; `nil` without that field.
    let retryAfter: String?

    init(_ problem: Problem) {
        status = problem.status
        retryAfter = problem.fields.first { $0.name == "Retry-After" }?.value
        json = try? JSONValue(parsing: problem.bytes)
    }

    init(_ answer: IdentityAnswer) {
        status = answer.status
        json = try? JSONValue(parsing: answer.body)
        retryAfter = nil
    }

    func text(_ name: String) throws -> String { try #require(json?[name]?.string) }
    func flag(_ name: String) throws -> Bool { (try #require(json?[name])).bool == true }
    func number(_ name: String) throws -> Int64 { try #require(json?[name]?.integer) }
    /// The last segment of the problem's type, such as `wrong-password`; `nil` if the answer is not a problem.
    var problem: String? { json?["type"]?.string?.replacing("urn:chairside:problem:", with: "") }
}

/// Runs a process's PostgreSQL listener, and keeps its events in order: connected, disconnected, notified of changed
/// sessions.
final class Notices: Sendable {
    private let stream: AsyncStream<PostgresListener.Event>
    private let listener: LoopBound<PostgresListener>

    init(_ configuration: PostgresConfiguration, on loop: EventLoop, _ shared: IdentityShared) {
        let (stream, continuation) = AsyncStream.makeStream(of: PostgresListener.Event.self)
        self.stream = stream
        let listener = shared.listenForSessions(configuration, on: loop) { continuation.yield($0) }
        self.listener = LoopBound(listener, on: loop)
    }

    /// Waits until the PostgreSQL listener has reported the event `wanted`.
    func next(_ wanted: PostgresListener.Event) async {
        for await event in stream where event == wanted { return }
    }

    /// Waits until a notification that the session has changed has been received.
    func heard(_ session: String) async {
        for await event in stream {
            if case .notified(let notification) = event, notification.payload == session { return }
        }
    }

    func close() async { await listener.value.close() }
}
