import ClinicServer
import ClinicTestSupport
import Endpoints
import JSON
import TestSupport
import Testing

extension Conformance {
    /// Tests the requests that a browser sends for a page of another origin (Fetch standard, "CORS protocol").
    @Suite struct Origins {
        private static let desk = "https://desk.example.org"

        private func practice(_ body: (Practice) async throws -> Void) async throws {
            try await Practice.open(allowing: AllowedOrigins([Self.desk, "https://board.example.org:8443"]), body)
        }

        @Test func `a CORS preflight permits a page of an allowed origin to call every operation`() async throws {
            try await practice { practice in
                for operation in ServerAPI.operations {
                    let path = "\(operation.path)".replacing(/\{[a-z_]+\}/, with: newKey())
                    let asked = operation.requestFields.joined(separator: ", ").lowercased()
                    let answer = try await practice.nobody.send(
                        "OPTIONS", path, nil,
                        [
                            "Origin": Self.desk, "Access-Control-Request-Method": operation.method.rawValue,
                            "Access-Control-Request-Headers": asked,
                        ])
                    #expect(answer.status == 204, "\(operation.id)")
                    #expect(answer.fields["access-control-allow-origin"] == Self.desk, "\(operation.id)")
                    let methods = answer.list("access-control-allow-methods")
                    #expect(methods.contains(operation.method.rawValue.lowercased()), "\(operation.id)")
                    #expect(
                        Set(operation.requestFields.map { $0.lowercased() }).isSubset(
                            of: answer.list("access-control-allow-headers")))
                    #expect(answer.fields["access-control-max-age"] == "7200")
                    #expect(answer.fields["access-control-allow-credentials"] == nil)
                    #expect(answer.list("vary").isSuperset(of: ["origin", "access-control-request-method"]))
                }
            }
        }

        @Test func `a web page of an allowed origin can read answers and errors, with ETag, Location and Retry-After`()
            async throws
        {
            try await practice { practice in
                let origin = ["Origin": Self.desk]
                let admin = try await practice.signIn("admin")
                for (app, path, status) in [
                    (admin, "clinic", 200), (admin, "staff/\(newKey())", 404), (practice.nobody, "clinic", 401),
                    (admin, "nowhere", 404),
                ] {
                    let answer = try await app.get(path, origin)
                    #expect(answer.status == status)
                    #expect(answer.fields["access-control-allow-origin"] == Self.desk, "\(path)")
                    let exposed = answer.list("access-control-expose-headers")
                    #expect(exposed.isSuperset(of: ["etag", "location", "retry-after"]))
                    #expect(answer.list("vary").contains("origin"))
                }
            }
        }

        @Test(arguments: [
            "https://desk.example.org.evil.example", "https://evil.example", "http://desk.example.org",
            "https://DESK.example.org", "https://sub.desk.example.org", "https://desk.example.org:444", "null", "*",
            "https://board.example.org", "https://desk.example.org, https://evil.example",
        ])
        func `a web page of a forbidden origin gets no CORS permission, and the answers vary by Origin for caches`(
            _ origin: String
        )
            async throws
        {
            try await practice { practice in
                let preflight = try await practice.nobody.send(
                    "OPTIONS", "patients", nil, ["Origin": origin, "Access-Control-Request-Method": "GET"])
                let get = try await practice.nobody.get("status", ["Origin": origin])
                for answer in [preflight, get] {
                    #expect(!answer.fields.keys.contains { $0.hasPrefix("access-control-") }, "\(origin)")
                    #expect(answer.list("vary").contains("origin"))
                }
            }
        }

        @Test func `a server without allowed origins sends no CORS header fields`() async throws {
            try await Practice.open { practice in
                let answer = try await practice.nobody.get("status", ["Origin": Self.desk])
                #expect(answer.status == 200)
                #expect(!answer.fields.keys.contains { $0.hasPrefix("access-control-") })
                #expect(!answer.list("vary").contains("origin"))
            }
        }

        @Test func `a configured allowed origin must be a scheme, a host and an optional port`() throws {
            for good in [
                "https://desk.example.org", "HTTPS://Desk.Example.org", "https://desk.example.org:8443",
                "http://localhost:3000", "http://127.0.0.1:5173", "http://[::1]:3000", "https://[2001:db8::1]",
            ] { _ = try AllowedOrigins([good]) }
            for bad in [
                "*", "null", "", "desk.example.org", "https://", "https://desk.example.org/", "https://a b",
                "https://desk.example.org/app", "https://user@desk.example.org", "http://desk.example.org",
                "https://*.example.org", "https://desk.example.org:0", "https://desk.example.org:port",
            ] { #expect(throws: AllowedOrigins.Unusable.self, "\(bad)") { try AllowedOrigins([bad]) } }
        }
    }
}

extension HTTPAnswer {
    /// The elements of a header field that is a list, in lower case.
    func list(_ name: String) -> Set<String> {
        Set((fields[name] ?? "").lowercased().split(separator: ",").map { String($0.drop { $0 == " " }) })
    }
}
