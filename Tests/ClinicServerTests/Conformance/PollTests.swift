import ClinicOperations
import ClinicServer
import ClinicTestSupport
import EventLoop
import Foundation
import HTTPServer
import JSON
import PostgresClient
import SQL
import Synchronization
import TestSupport
import Testing

extension Conformance {
    /// Tests views that clients poll, and clients that ask the server to hold a poll until the view changes.
    @Suite struct Polls {
        @Test func `two doctors who repeat requests for the same path each get their own current schedule`()
            async throws
        {
            try await Practice.open { practice in
                let queue = try await PolledQueue.booked(at: practice)
                let path = queue.path.replacing("reception/queue", with: "doctor/schedule")
                let doctors = try await [practice.signIn("doctor1"), practice.signIn("doctor2")]
                var tags: [String] = []
                var seeing = 0
                for doctor in doctors {
                    let first = try await doctor.get(path)
                    if first.items.contains(where: { $0["appointment"]?["id"]?.string == queue.appointment }) {
                        seeing += 1
                    }
                    let tag = try #require(first.fields["etag"])
                    for _ in 1...3 {
                        #expect(try await doctor.get(path).body == first.body)
                        let unchanged = try await doctor.get(path, ["If-None-Match": tag])
                        #expect(unchanged.status == 304 && unchanged.body.isEmpty && unchanged.fields["etag"] == tag)
                        #expect(try await doctor.get(path, ["If-None-Match": "W/\"v1.2.3.4\""]).status == 200)
                        #expect(try await queue.reception.get(path, ["If-None-Match": tag]).status == 403)
                    }
                    tags.append(tag)
                }
                #expect(seeing == 1)
                try await queue.change()
                for (doctor, tag) in zip(doctors, tags) {
                    let changed = try await doctor.get(path, ["If-None-Match": tag])
                    #expect(changed.status == 200)
                    #expect(!changed.items.contains { $0["appointment"]?["id"]?.string == queue.appointment })
                }
            }
        }

        @Test func `a held poll is answered when its view changes`() async throws {
            try await Practice.open { practice in
                let queue = try await PolledQueue.booked(at: practice)
                let waiting = Task { try await queue.ask("respond-async, wait=25") }
                try await practice.held(1)
                try await queue.change()
                let answer = try await waiting.value
                #expect(answer.status == 200)
                #expect(answer.fields["preference-applied"] == "wait=25")
                #expect(answer.fields["cache-control"] == "no-store")
                #expect(try answer.field("etag") != queue.tag)
                #expect(!answer.items.contains { $0["appointment"]?["id"]?.string == queue.appointment })
                try await practice.held(0)
                // A poll with an outdated version is answered at once, since the view has changed since that version.
                let late = try await queue.ask("wait=25")
                #expect(late.status == 200)
                #expect(late.body == answer.body)
                #expect(late.fields["preference-applied"] == "wait=25")
            }
        }

        @Test func `a held poll is answered with 304 at its time limit`() async throws {
            try await Practice.open { practice in
                let queue = try await PolledQueue.booked(at: practice)
                let answer = try await queue.ask("wait=1")
                #expect(answer.status == 304)
                #expect(answer.fields["preference-applied"] == "wait=1")
                #expect(answer.fields["etag"] == queue.tag)
                for preference in ["wait=0", "wait=", "wait=x", "respond-async"] {
                    let plain = try await queue.ask(preference)
                    #expect(plain.status == 304, "\(preference)")
                    #expect(plain.fields["preference-applied"] == nil, "\(preference)")
                }
                #expect(try await queue.ask("wait=25", after: "*").fields["preference-applied"] == nil)
            }
        }

        @Test func `a poll beyond the limit of held polls is answered with 503 and Retry-After`() async throws {
            try await Practice.open(heldPolls: 0) { practice in
                let queue = try await PolledQueue.booked(at: practice)
                let answer = try await queue.ask("wait=25")
                #expect(answer.status == 503)
                let delay = try #require(answer.fields["retry-after"].flatMap { Int($0) })
                #expect((1...60).contains(delay))
                #expect(try await queue.ask("wait=0").status == 304)
            }
        }

        @Test func `a held poll ends when its client disconnects`() async throws {
            try await Practice.open { practice in
                let queue = try await PolledQueue.booked(at: practice)
                let head = """
                    GET /api/v1/\(queue.path) HTTP/1.1\r\nHost: clinic.example\r\nPrefer: wait=25\r\n\
                    If-None-Match: \(queue.tag)\r\nAuthorization: Bearer \(queue.reception.token ?? "")\r\n\r\n
                    """
                let (port, wire) = (practice.port, practice.wire)
                let tcp = try await wire.run {
                    let tcp = try await TCPConnection.connect(
                        to: try SocketAddress(numericHost: "127.0.0.1", port: port), on: wire)
                    tcp.start(receive: { _ in }, closed: { _ in })
                    tcp.write(Array(head.utf8))
                    return LoopBound(tcp, on: wire)
                }
                try await practice.held(1)
                try await tcp.run { $0.close() }
                try await practice.held(0)
            }
        }

        @Test func `a stopping server answers its held polls`() async throws {
            try await Practice.open { practice in
                let queue = try await PolledQueue.booked(at: practice)
                let waiting = Task { try await queue.ask("wait=25") }
                try await practice.held(1)
                await practice.server.stop()
                let answer = try await waiting.value
                #expect(answer.status == 304)
                #expect(answer.fields["preference-applied"] == "wait=25")
            }
        }

        @Test func `O4 a held poll gets no data after its session was signed out`() async throws {
            try await Practice.open { practice in
                let tokens = try await practice.login("reception")
                let queue = try await PolledQueue.booked(at: practice)
                let other = PolledQueue(
                    reception: try practice.app(of: tokens), path: queue.path, appointment: queue.appointment,
                    tag: queue.tag)
                let waiting = Task { try await other.ask("wait=25") }
                try await practice.held(1)
                let refresh = App(practice: practice, token: try tokens.text("refresh_token"), subject: "")
                #expect(try await refresh.post("auth/logout").status == 204)
                try await queue.change()
                #expect(try await waiting.value.status == 401)
            }
        }

        @Test func `a poll on any server gets the documents that a rebuild has changed`() async throws {
            let database = try TestDatabase.current
            try await Practice.open { practice in
                let queue = try await PolledQueue.booked(at: practice)
                try await database.withConnection { connection in
                    _ = try await connection.perform("DELETE FROM appointment")
                }
                // Deleting rows by SQL sends no notification to the servers, so the view version stays the same.
                let other = try await Practice.tag(of: queue.path)
                let waiting = Task { try await queue.ask("wait=25") }
                try await practice.held(1)
                let report = try await Installation.demo(database.conninfo).rebuild(["appointment"])
                #expect(report.changed > 0)
                let answer = try await waiting.value
                #expect(answer.status == 200)
                #expect(answer.items.contains { $0["appointment"]?["id"]?.string == queue.appointment })
                #expect(try await queue.ask("wait=0").status == 200)
                try await Practice.open { fresh in
                    let reception = try await fresh.signIn("reception")
                    _ = try await reception.version(of: queue.path)
                    let late = try await reception.get(queue.path, ["If-None-Match": other])
                    #expect(late.status == 200)
                    #expect(late.items.contains { $0["appointment"]?["id"]?.string == queue.appointment })
                }
            }
        }

        @Test func `a poll gets a document that a rebuild changed, even if the document's version is the same`()
            async throws
        {
            let database = try TestDatabase.current
            try await Practice.open { practice in
                let admin = try await practice.signIn("admin")
                let right = try await admin.get("clinic/settings")
                try await database.withConnection { connection in
                    _ = try await connection.perform(
                        "UPDATE clinic_profile SET document = replace(document::text, 'Spree', 'Havel')::json")
                }
                let wrong = try await admin.get("clinic/settings")
                #expect(wrong.body != right.body)
                let tag = try #require(wrong.fields["etag"])
                #expect(try await admin.get("clinic/settings", ["If-None-Match": tag]).status == 304)
                _ = try await Installation.demo(database.conninfo).rebuild()
                let answer = try await admin.get("clinic/settings", ["If-None-Match": tag])
                #expect(answer.status == 200)
                #expect(answer.body == right.body)
            }
        }

        @Test
        func `a server that receives no events of other servers answers polls from the database and holds no poll`()
            async throws
        {
            let database = try TestDatabase.current
            try await Practice.open { other in
                try await Practice.open { practice in
                    let queue = try await PolledQueue.booked(at: practice)
                    let elsewhere = try await other.signIn("reception")
                    // Issue some invoices, which opens the second server's connections for appends: the database
                    // refuses new connections later in the test.
                    for _ in 1...3 { _ = try await elsewhere.invoice(practice.signIn("patient1").subject) }
                    try await database.admits(false)
                    try await database.withConnectionElsewhere { connection in
                        _ = try await connection.perform(
                            """
                            SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                            WHERE application_name = 'chairside listener' AND datname = \(database.name)
                            """)
                    }
                    let tag = try await eventually {
                        let tag = try #require(try await queue.reception.get(queue.path).fields["etag"])
                        return tag.hasPrefix("W/\"v") ? nil : tag
                    }
                    let unchanged = try await queue.ask("wait=25", after: tag)
                    #expect(unchanged.status == 304)
                    #expect(unchanged.fields["preference-applied"] == nil)

                    let path = "appointments/\(queue.appointment)/cancel"
                    #expect(try await elsewhere.post(path, #"{"reason":"x"}"#).status == 200)
                    let changed = try await queue.ask("wait=25", after: tag)
                    #expect(changed.status == 200)
                    #expect(!changed.items.contains { $0["appointment"]?["id"]?.string == queue.appointment })

                    try await database.admits(true)
                    _ = try await queue.reception.version(of: queue.path)
                }
            }
        }
    }
}

extension Practice {
    /// The ETag that a newly started server sends for a view.
    fileprivate static func tag(of path: String) async throws -> String {
        let tags = Mutex<[String]>([])
        try await open { practice in
            let tag = try await practice.signIn("reception").version(of: path)
            tags.withLock { $0.append(tag) }
        }
        return try #require(tags.withLock { $0.first })
    }

    /// Waits until the server holds `count` polls.
    func held(_ count: Int) async throws {
        try await until { try await server.heldPolls == count }
    }
}

extension App {
    /// Requests a view until the answer's ETag contains a view version, and returns that ETag. Right after its start, a
    /// server reads views from the database for every request, and its ETags contain no view version.
    func version(of path: String) async throws -> String {
        try await eventually {
            guard let tag = try await get(path).fields["etag"] else { throw Missing(what: "an ETag") }
            return tag.hasPrefix("W/\"v") ? tag : nil
        }
    }
}

extension TestDatabase {
    /// Runs `body` with a connection to another database of the same PostgreSQL cluster.
    fileprivate func withConnectionElsewhere(
        _ body: @escaping @Sendable (PostgresConnection) async throws -> Void
    ) async throws {
        let elsewhere = conninfo.replacingOccurrences(of: name, with: "postgres")
        try await withConnection(PostgresConfiguration(conninfo: elsewhere), body)
    }

    /// Allows or refuses new connections to the database.
    fileprivate func admits(_ isOpen: Bool) async throws {
        let database = name
        try await withConnectionElsewhere { connection in
            _ = try await connection.perform(
                "UPDATE pg_database SET datallowconn = \(isOpen) WHERE datname = \(database)")
        }
    }
}
