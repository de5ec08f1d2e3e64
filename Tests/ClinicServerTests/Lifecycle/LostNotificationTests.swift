import ClinicServer
import ClinicTestSupport
import JSON
import PostgresClient
import SQL
import Testing
import TestSupport

extension Conformance {
    /// Tests a server whose listening connections lose every packet without a sign, while its other connections work.
    @Suite struct LostNotifications {
        private static let listeners = "chairside listener"

        private func condition(_ part: String, _ practice: Practice) async throws -> String? {
            let answer = try await practice.nobody.get("/readyz")
            return answer["components"]?.elements?.first { $0["name"]?.string == part }?["status"]?.string
        }

        /// Runs `body` with two servers on the test's database. The second one is behind the returned proxy.
        private func withServers(_ body: (Practice, Practice, SocketProxy) async throws -> Void) async throws {
            let network = try await TestServer.shared.network(tcp: true)
            defer { network.close() }
            let name = try TestDatabase.current.name
            try await Practice.open { one in
                try await Practice.open(on: network.conninfo(database: name)) { two in try await body(one, two, network)
                }
            }
        }

        @Test(.timeLimit(.minutes(30)))
        func `a server that is no longer notified serves no ended session, and its readiness report says it`()
            async throws
        {
            try await withServers { one, two, network in
                for practice in [one, two] { try await until { try await condition("sessions", practice) == "ok" } }
                let staff = try await one.signIn("reception")
                let elsewhere = App(practice: two, token: staff.token, subject: staff.subject)
                try #require(try await elsewhere.get("me").status == 200)
                network.swallow(Self.listeners)
                #expect(try await staff.post("auth/logout", nil).status == 204)
                #expect(try await elsewhere.get("me").status == 401)
                try await until { try await condition("sessions", two) == "degraded" }
                try await until { try await condition("feed", two) == "degraded" }
                // Sessions are asked for in the database meanwhile.
                let other = try await one.signIn("doctor1")
                let there = App(practice: two, token: other.token, subject: other.subject)
                #expect(try await there.get("me").status == 200)
                #expect(try await other.post("auth/logout", nil).status == 204)
                #expect(try await there.get("me").status == 401)
                network.serveNew()
                try await until { try await condition("sessions", two) == "ok" }
                try await until { try await condition("feed", two) == "ok" }
            }
        }

        @Test(.timeLimit(.minutes(30)))
        func `an area of the app that one server closes is closed on a server that is no longer notified`()
            async throws
        {
            try await withServers { one, two, network in
                let admin = try await one.signIn("admin")
                let patient = try await one.signIn("patient1")
                let there = App(practice: two, token: patient.token, subject: patient.subject)
                try #require(try await there.get("patient/home").status == 200)
                network.swallow(Self.listeners)
                try await until { try await condition("feed", two) == "degraded" }
                let closed = try await admin.put(
                    "clinic/mobile-access", #"{"patient":[],"doctor":[],"receptionist":[],"admin":[]}"#)
                #expect(closed.status == 200)
                #expect(try await there.get("patient/home").status == 403)
            }
        }

        @Test(.timeLimit(.minutes(30)))
        func `a member of staff whom one server deactivates is refused by another server at once`() async throws {
            try await Practice.open { one in
                try await Practice.open { two in
                    let admin = try await one.signIn("admin")
                    let doctor = try await one.signIn("doctor2")
                    let there = App(practice: two, token: doctor.token, subject: doctor.subject)
                    try #require(try await there.get("me").status == 200)
                    try #require(try await there.get("me").status == 200)
                    #expect(try await admin.post("staff/\(doctor.subject)/deactivate", nil).status == 200)
                    #expect(try await there.get("me").status == 401)
                }
            }
        }
    }
}
