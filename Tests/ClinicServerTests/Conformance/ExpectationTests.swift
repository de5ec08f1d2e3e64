import ClinicServer
import ClinicTestSupport
import TestSupport
import Testing

extension Conformance {
    /// Tests the request `OPTIONS *`, and requests that expect 100-continue.
    @Suite struct Expectations {
        @Test func `an OPTIONS request for the whole server is answered with the list of methods`() async throws {
            try await Practice.open { practice in
                let answer = try await practice.nobody.send("OPTIONS", "*")
                #expect(answer.status == 204)
                #expect(answer.fields["allow"] == "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS")
            }
        }

        /// Sends the head of a request that expects 100-continue, without the body, and returns the answer.
        private func refusal(_ app: App, _ request: String, _ fields: String = "") async throws -> HTTPAnswer {
            let token = app.token.map { "Authorization: Bearer \($0)\r\n" } ?? ""
            return try await exchange(
                Array(
                    "\(request) HTTP/1.1\r\nHost: a\r\n\(token)\(fields)Content-Length: 9\r\nExpect: 100-continue\r\n\r\n"
                        .utf8), with: app.practice.port, on: app.practice.wire)
        }

        @Test
        func `a request that expects 100-continue is refused at once if the server cannot use the request's body`()
            async throws
        {
            try await Practice.open { practice in
                let json = "Content-Type: application/json\r\n"
                let patient = try await practice.signIn("patient1")
                let reception = try await practice.signIn("reception")
                let stranger = App(practice: practice, token: "not.a.token", subject: "")
                for (answer, status) in [
                    (try await refusal(practice.nobody, "POST /api/v1/patients", json), 401),
                    (try await refusal(stranger, "POST /api/v1/patients", json), 401),
                    (try await refusal(patient, "POST /api/v1/patients", json), 403),
                    (try await refusal(reception, "POST /api/v1/patients", "Content-Type: text/plain\r\n"), 415),
                    (try await refusal(reception, "POST /api/v1/nowhere", json), 404),
                    (try await refusal(reception, "PUT /api/v1/status", json), 405),
                    (try await refusal(reception, "POST /api/v1/patients", "\(json)Content-Encoding: gzip\r\n"), 415),
                ] {
                    #expect(answer.status == status)
                    #expect(answer.fields["connection"] == "close")
                }
            }
        }
    }
}
