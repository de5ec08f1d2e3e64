import ClinicServer
import ClinicTestSupport
import Endpoints
import JSON
import PostgresClient
import SQL
import TestSupport
import Testing

extension Conformance {
    /// Tests reused refresh tokens and guessed PINs, with simultaneous requests to two servers.
    @Suite struct TokenTheft {
        private func refresh(_ token: String, device: String?, at practice: Practice) -> Loaded {
            var fields = ["Authorization": "Bearer \(token)"]
            fields["X-Device-Id"] = device
            return Loaded(port: practice.port, method: "POST", path: "/api/v1/auth/refresh", fields: fields)
        }

        private func send(_ token: String, device: String?, at practice: Practice) async throws -> HTTPAnswer {
            try await volley([refresh(token, device: device, at: practice)], on: practice.wire)[0]
        }

        private func grow(older session: String, seconds: Int64) async throws {
            _ = try await TestDatabase.current.withConnection { connection in
                try await connection.perform(
                    """
                    UPDATE session SET refreshed_at = refreshed_at - make_interval(secs => \(Double(seconds)))
                    WHERE session_id = \(session)::text::uuid
                    """)
            }
        }

        /// Expects that the session has ended: neither its newest refresh token nor its access token is accepted.
        private func expectEnded(_ newest: HTTPAnswer, device: String?, at practice: Practice) async throws {
            let token = try newest.text("refresh_token")
            #expect(try await send(token, device: device, at: practice).problem == "invalid-refresh-token")
            let app = try practice.app(of: newest)
            // The second server learns only after a short delay that the session has ended.
            #expect(try await app.refusal(of: "patient/home") == "session-ended")
        }

        @Test func `O3 a refresh token sent forty times at once to two servers returns only one new token`()
            async throws
        {
            try await Practice.open { first in
                try await Practice.open { second in
                    var newest = try await first.login("patient1", device: "phone")
                    for _ in 0..<3 {
                        let token = try newest.text("refresh_token")
                        let answers = try await volley(
                            (0..<40).map { refresh(token, device: "phone", at: $0 % 2 == 0 ? first : second) },
                            on: first.wire)
                        #expect(answers.allSatisfy { $0.status == 200 }, "\(answers.map(\.status))")
                        #expect(Set(try answers.map { try $0.text("refresh_token") }).count == 1)
                        #expect(try answers[0].text("refresh_token") != token)
                        newest = answers[0]
                    }
                    #expect(try await second.app(of: newest).get("patient/home").status == 200)
                }
            }
        }

        enum Theft: CaseIterable { case replayed, grandparent, elsewhere, newestElsewhere }

        @Test(arguments: Theft.allCases)
        func `O3 the use of a stolen refresh token ends the session at all servers`(_ theft: Theft) async throws {
            try await Practice.open { first in
                try await Practice.open { second in
                    let tokens = try await first.login("patient1", device: "phone")
                    let parent = try tokens.text("refresh_token")
                    var newest = try await send(parent, device: "phone", at: first)
                    #expect(newest.status == 200)
                    // Send one request to each server, so that both servers have the session in memory.
                    for practice in [first, second] {
                        #expect(try await practice.app(of: newest).get("patient/home").status == 200)
                    }
                    let stolen: HTTPAnswer
                    switch theft {
                    case .replayed:
                        try await grow(older: tokens.text("session_id"), seconds: 31)
                        stolen = try await send(parent, device: "phone", at: second)
                    case .grandparent:
                        newest = try await send(newest.text("refresh_token"), device: "phone", at: first)
                        stolen = try await send(parent, device: "phone", at: second)
                    case .elsewhere: stolen = try await send(parent, device: "tablet", at: second)
                    case .newestElsewhere:
                        stolen = try await send(newest.text("refresh_token"), device: "tablet", at: second)
                    }
                    #expect(stolen.status == 401)
                    #expect(stolen.problem == "invalid-refresh-token")
                    try await expectEnded(newest, device: "phone", at: second)
                    try await expectEnded(newest, device: "phone", at: first)
                }
            }
        }

        @Test func `O3 if thief and owner refresh a session at once, at most one gets a token, and the session ends`()
            async throws
        {
            try await Practice.open { practice in
                let tokens = try await practice.login("patient1", device: "phone")
                let token = try tokens.text("refresh_token")
                let answers = try await volley(
                    (0..<20).map { refresh(token, device: $0 % 2 == 0 ? "phone" : "tablet", at: practice) },
                    on: practice.wire)
                let given = answers.filter { $0.status == 200 }
                #expect(Set(try given.map { try $0.text("refresh_token") }).count <= 1)
                for index in answers.indices where index % 2 == 1 { #expect(answers[index].status == 401) }
                try await expectEnded(given.first ?? tokens, device: "phone", at: practice)
            }
        }

        @Test func `O4 two servers that receive fifty wrong PINs simultaneously check only five of them`() async throws
        {
            try await Practice.open { first in
                try await Practice.open { second in
                    let tokens = try await first.login("patient1", device: "demo-device")
                    let fields = [
                        "Authorization": "Bearer \(try tokens.text("access_token"))",
                        "Content-Type": "application/json",
                    ]
                    let before = first.server.hashesComputed + second.server.hashesComputed
                    let answers = try await volley(
                        (0..<50).map { number in
                            Loaded(
                                port: number % 2 == 0 ? first.port : second.port, method: "POST",
                                path: "/api/v1/pin/verify", fields: fields, body: #"{"pin":"3907\#(10 + number)"}"#)
                        }, on: first.wire)
                    #expect(first.server.hashesComputed + second.server.hashesComputed - before == 5)
                    #expect(answers.count { $0.problem == "wrong-pin" } <= 4)
                    #expect(answers.allSatisfy { $0.problem == "wrong-pin" || $0.problem == "session-ended" })
                    try await expectEnded(tokens, device: "demo-device", at: first)
                }
            }
        }
    }
}
