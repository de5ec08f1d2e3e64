import ClinicDemo
import ClinicServer
import EventLoop
import EventSourcing
import Foundation
package import Identity
import Logging
package import Push
import TestSupport
import ZoneFiles

/// A running server for the demo's clinics, on a free port, with the running test's database.
package struct Practice: Sendable {
    package let server: Server
    /// The event loop for the test clients' connections.
    package let wire: EventLoop

    package init(server: Server, wire: EventLoop) {
        self.server = server
        self.wire = wire
    }

    /// The commit that the servers of tests claim to be built from.
    package static let commit = "0123abc"

    package static func open(
        on database: String? = nil,
        replica: String? = nil,
        logger: Logger = .silent,
        https: HTTPSConfiguration? = nil,
        rates: RateLimits = .none,
        behind proxies: TrustedProxies = TrustedProxies(),
        allowing origins: AllowedOrigins = .none,
        metricsPort: UInt16? = nil,
        projectionAuditRate: Double = 1,
        zones: ZoneFolder = ZoneFolder(),
        logsRequests: Bool = false,
        chainHeads: String? = nil,
        mail: MailConfiguration? = nil,
        heldPolls: Int = 1_000,
        readers: Int = 1,
        files: FileSettings? = DemoFiles.settings,
        push: PushConfiguration = PushConfiguration(),
        permittingLocalWebhooks: Bool = false,
        console: ConsoleSetting = .on,
        links: AppLinks? = nil,
        reachedAt ownOrigins: [String] = ["https://clinic.example", "http://clinic.example"],
        _ body: (Practice) async throws -> Void
    ) async throws {
        var configuration = ServerConfiguration(
            database: try database ?? TestDatabase.current.conninfo, keys: try DemoKeys.folder())
        configuration.port = 0
        configuration.commit = commit
        // Each connection costs about 10 ms of processor time.
        configuration.readers = readers
        configuration.replica = replica
        configuration.https = https
        configuration.rates = rates
        configuration.origins = ownOrigins.compactMap { Origin($0) }
        configuration.trustedProxies = proxies
        configuration.allowedOrigins = origins
        configuration.metricsPort = metricsPort
        configuration.projectionAuditRate = projectionAuditRate
        configuration.zones = zones
        configuration.logsRequests = logsRequests
        configuration.chainHeads = chainHeads
        configuration.mail = mail
        configuration.heldPolls = heldPolls
        configuration.files = files
        configuration.push = push
        configuration.permitsLocalWebhooks = permittingLocalWebhooks
        configuration.console = console
        configuration.links = links
        // A dashboard request waits up to a minute for up-to-date figures, since the machine may be busy.
        configuration.patienceForFigures = .seconds(60)
        let wire = try EventLoop(name: "apps")
        let outcome: Result<Void, any Error>
        do {
            let server = try await Server.start(configuration, logger: logger)
            let inside: Result<Void, any Error>
            do {
                try await server.untilReady()
                inside = .success(try await body(Practice(server: server, wire: wire)))
            } catch {
                inside = .failure(error)
            }
            await server.stop()
            outcome = inside
        } catch {
            outcome = .failure(error)
        }
        await wire.stop()
        try outcome.get()
    }

    package var port: UInt16 { server.port }

    /// A test client of the server under test, without a session.
    package var nobody: App { App(practice: self, token: nil, subject: "") }

    /// Signs in and returns the answer with the tokens. `name` is the part of the e-mail address before `@`.
    package func login(
        _ name: String, device: String? = nil, clinic: String = "spree", as role: String? = nil
    ) async throws -> HTTPAnswer {
        let device = (device.map { #","device_id":"\#($0)""# } ?? "") + (role.map { #","role":"\#($0)""# } ?? "")
        return try await nobody.post(
            "auth/login",
            #"{"email":"\#(name)@\#(clinic).example","password":"\#(DemoLogin.password)"\#(device)}"#)
    }

    package func signIn(
        _ name: String, device: String? = nil, clinic: String = "spree", as role: String? = nil
    ) async throws -> App {
        try app(of: await login(name, device: device, clinic: clinic, as: role))
    }

    /// A client with the tokens of a login's answer.
    package func app(of tokens: HTTPAnswer) throws -> App {
        App(practice: self, token: try tokens.text("access_token"), subject: try tokens.text("subject_id"))
    }

    /// The time by the server's clock, which tests use instead of the machine's clock.
    package func now() async throws -> Instant {
        guard let now = Instant(rfc3339: try await nobody.get("status").text("time")) else {
            throw Missing(what: "the time")
        }
        return now
    }

    /// The date that is `offset` days after today by the calendar of the demo's first clinic, such as `2026-11-21`.
    package func day(_ offset: Int64) async throws -> String {
        guard let berlin = TimeZone(identifier: "Europe/Berlin") else { throw Missing(what: "the time zone") }
        let instant = Date(timeIntervalSince1970: Double(try await now().secondsSince1970))
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = berlin
        guard let date = calendar.date(byAdding: .day, value: Int(offset), to: instant) else {
            throw Missing(what: "the date")
        }
        return date.formatted(Date.ISO8601FormatStyle(timeZone: berlin).year().month().day())
    }
}

/// A test client of the server, with or without a session.
package struct App: Sendable {
    package let practice: Practice
    package let token: String?
    /// The id of the patient or member of staff who is signed in at the test client.
    package let subject: String

    package init(practice: Practice, token: String?, subject: String) {
        self.practice = practice
        self.token = token
        self.subject = subject
    }

    package func get(_ path: String, _ fields: [String: String] = [:]) async throws -> HTTPAnswer {
        try await send("GET", path, nil, fields)
    }

    /// Requests a path until the request is refused, and returns the problem's name.
    package func refusal(of path: String) async throws -> String? {
        try await eventually {
            let answer = try await get(path)
            return answer.status == 200 ? nil : answer
        }.problem
    }

    package func post(_ path: String, _ body: String? = nil, key: String? = nil) async throws -> HTTPAnswer {
        try await send("POST", path, body, key.map { ["Idempotency-Key": $0] } ?? [:])
    }

    package func put(_ path: String, _ body: String) async throws -> HTTPAnswer { try await send("PUT", path, body) }

    package func delete(_ path: String) async throws -> HTTPAnswer { try await send("DELETE", path) }

    /// Sends a request and returns the answer.
    ///
    /// - Parameter path: a path relative to `/api/v1/`, or an absolute path that begins with a slash.
    package func send(
        _ method: String, _ path: String, _ body: String? = nil, _ fields: [String: String] = [:]
    ) async throws -> HTTPAnswer {
        var fields = fields
        if let token { fields["Authorization"] = "Bearer \(token)" }
        if body != nil, fields["Content-Type"] == nil { fields["Content-Type"] = "application/json" }
        return try await exchange(
            method, path.hasPrefix("/") || path == "*" ? path : "/api/v1/\(path)", fields, body ?? "",
            with: practice.port,
            on: practice.wire)
    }
}

/// An error for a value that a test expected in an answer and did not find.
package struct Missing: Error {
    package let what: String

    package init(what: String) { self.what = what }
}

package func newKey() -> String { UUID().uuidString.lowercased() }
