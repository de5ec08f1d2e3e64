import ClinicDemo
import ClinicServer
import ClinicTestSupport
import Endpoints
import EventLoop
import Foundation
import JSON
import TLS
import TestSupport
import Testing

extension Conformance {
    /// Tests sessions of pages in a browser, whose refresh token is in a cookie that scripts cannot read.
    @Suite struct BrowserTokens {
        private static let asking = ["Chairside-Tokens": "cookie"]
        private static let name = "__Secure-chairside-refresh"

        private func login(
            _ practice: Practice, _ name: String = "reception", _ fields: [String: String] = asking
        ) async throws -> HTTPAnswer {
            try await practice.nobody.send(
                "POST", "auth/login", #"{"email":"\#(name)@spree.example","password":"\#(DemoLogin.password)"}"#, fields
            )
        }

        private func refresh(
            _ practice: Practice, cookie: String?, _ fields: [String: String] = asking
        ) async throws -> HTTPAnswer {
            var fields = fields
            fields["Cookie"] = cookie
            return try await practice.nobody.send("POST", "auth/refresh", nil, fields)
        }

        /// The cookie that an answer stores, as the browser sends it back. The answer has no refresh token in its body.
        private func cookie(_ answer: HTTPAnswer) throws -> String {
            #expect(answer.status == 200)
            #expect(answer["refresh_token"] == nil)
            #expect(answer["access_token"] != nil)
            let parts = try answer.field("set-cookie").components(separatedBy: "; ")
            #expect(parts[0].wholeMatch(of: /(__Secure-)?chairside-refresh=[A-Za-z0-9_-]{70}/) != nil, "\(parts[0])")
            #expect(
                parts.dropFirst().prefix(4) == ["Path=/api/v1/auth", "Max-Age=5184000", "HttpOnly", "SameSite=Strict"])
            #expect(parts.dropFirst(5) == (parts[0].hasPrefix("__Secure-") ? ["Secure"] : []))
            return parts[0]
        }

        private func deletes(_ answer: HTTPAnswer) -> Bool {
            answer.fields["set-cookie"]
                == "\(Self.name)=; Path=/api/v1/auth; Max-Age=0; HttpOnly; SameSite=Strict; Secure"
        }

        @Test
        func `exactly the operations that give or take refresh tokens can use the cookie, and their answers say so`()
            throws
        {
            let description = try ServerAPI.parsedDescription()
            let names = Set(ServerAPI.operations.filter(\.movesRefreshTokens).map(\.id))
            #expect(
                names == [
                    "login", "loginV1", "refresh", "refreshV1", "logout", "logoutV1", "switchMembership", "takeTurn",
                ])
            var giving: Set<String> = []
            for operation in ServerAPI.operations {
                let path = try #require(description["paths"]?[operation.path.text])
                let described = try #require(path[operation.method.rawValue.lowercased()])
                let references = (described["parameters"]?.elements ?? []).compactMap { $0["$ref"]?.string }
                #expect(
                    references.contains("#/components/parameters/ChairsideTokens") == names.contains(operation.id),
                    "\(operation.id)")
                let answer = described["responses"]?["\(operation.answers[0].status)"]
                #expect((answer?["headers"]?["Set-Cookie"] != nil) == names.contains(operation.id), "\(operation.id)")
                let schema = answer?["content"]?["application/json"]?["schema"]?["$ref"]?.string
                if schema == "#/components/schemas/Tokens" { giving.insert(operation.id) }
            }
            #expect(giving == ["login", "loginV1", "refresh", "refreshV1", "switchMembership", "takeTurn"])
            // A refresh token anywhere else in an answer would not be handled.
            let holders = try #require(description["components"]?["schemas"]?.members).filter {
                $0.value["properties"]?["refresh_token"] != nil
            }.map(\.name)
            #expect(Set(holders) == ["Tokens", "Refresh"])
        }

        @Test func `a page signs in, refreshes by its cookie alone, and never sees the refresh token`() async throws {
            try await Practice.open { practice in
                let tokens = try await login(practice)
                let first = try cookie(tokens)
                let refreshed = try await refresh(practice, cookie: "theme=dark; \(first); a=b")
                let second = try cookie(refreshed)
                #expect(second != first)
                #expect(refreshed["session_id"] == tokens["session_id"])
                #expect(try await practice.app(of: refreshed).get("reception/queue").status == 200)
                // The answer of a refresh may be lost, and two tabs may refresh at once.
                #expect(try await cookie(refresh(practice, cookie: first)) == second)
                let older = try await practice.nobody.send(
                    "POST", "/v1/auth/login",
                    #"{"email":"reception@spree.example","password":"\#(DemoLogin.password)"}"#, Self.asking)
                _ = try cookie(older)
            }
        }

        @Test func `without the header field a cookie is worth nothing, and answers are as ever`() async throws {
            try await Practice.open { practice in
                let kept = try await cookie(login(practice))
                let refused = try await refresh(practice, cookie: kept, [:])
                #expect(refused.status == 401)
                #expect(refused.fields["set-cookie"] == nil)
                let loggedOut = try await practice.nobody.send("POST", "auth/logout", nil, ["Cookie": kept])
                #expect(loggedOut.status == 401)
                let plain = try await login(practice, "reception", ["Cookie": kept])
                #expect(plain.fields["set-cookie"] == nil)
                let own = try plain.text("refresh_token")
                let next = try await practice.nobody.send(
                    "POST", "auth/refresh", #"{"refresh_token":"\#(own)"}"#, ["Cookie": kept])
                #expect(next["session_id"] == plain["session_id"])
                #expect(next["refresh_token"] != nil)
                #expect(try await refresh(practice, cookie: kept).status == 200)
                // A token in the body or in Authorization is meant, whatever the cookie holds.
                let named = try await practice.nobody.send(
                    "POST", "auth/refresh", #"{"refresh_token":"\#(try next.text("refresh_token"))"}"#,
                    Self.asking.merging(["Cookie": kept]) { $1 })
                #expect(named["session_id"] == plain["session_id"])
                _ = try cookie(named)
                let other = try await login(practice, "reception", ["Chairside-Tokens": "body"])
                #expect(other.status == 400)
            }
        }

        @Test(arguments: [
            ["Origin": "https://evil.example"], ["Origin": "null"], ["Origin": "https://clinic.example:8443"],
            ["Origin": "https://clinic.example.evil.example"], ["Origin": "https://desk.example.org"],
            ["Sec-Fetch-Site": "cross-site"], ["Sec-Fetch-Site": "same-site"],
            ["Origin": "https://clinic.example", "Sec-Fetch-Site": "cross-site"],
        ])
        func `a page of another origin can neither use nor delete the cookie`(_ fields: [String: String]) async throws {
            try await Practice.open(allowing: AllowedOrigins(["https://desk.example.org"])) { practice in
                let kept = try await cookie(login(practice))
                let foreign = Self.asking.merging(fields) { $1 }
                for answer in [
                    try await login(practice, "reception", foreign), try await refresh(practice, cookie: kept, foreign),
                    try await practice.nobody.send(
                        "POST", "auth/logout", nil, foreign.merging(["Cookie": kept]) { $1 }),
                ] {
                    #expect(answer.status == 403)
                    #expect(answer.problem == "foreign-page")
                    #expect(answer.fields["set-cookie"] == nil)
                }
                #expect(try await refresh(practice, cookie: kept).status == 200)
            }
        }

        @Test func `the server's own page passes, and a preflight never allows the header field or credentials`()
            async throws
        {
            try await Practice.open(allowing: AllowedOrigins(["https://desk.example.org"])) { practice in
                let own = ["Origin": "https://clinic.example", "Sec-Fetch-Site": "same-origin"]
                let kept = try await cookie(login(practice, "reception", Self.asking.merging(own) { $1 }))
                #expect(try await refresh(practice, cookie: kept, Self.asking.merging(own) { $1 }).status == 200)
                for operation in ServerAPI.operations where operation.movesRefreshTokens {
                    let preflight = try await practice.nobody.send(
                        "OPTIONS", operation.path.text, nil,
                        [
                            "Origin": "https://desk.example.org", "Access-Control-Request-Method": "POST",
                            "Access-Control-Request-Headers": "chairside-tokens,content-type",
                        ])
                    #expect(preflight.fields["access-control-allow-origin"] == "https://desk.example.org")
                    let allowed = try preflight.field("access-control-allow-headers").lowercased()
                    #expect(allowed.contains("content-type"))
                    #expect(!allowed.contains("chairside-tokens"))
                    #expect(preflight.fields["access-control-allow-credentials"] == nil)
                }
            }
        }

        @Test func `a page's logout ends the session and deletes the cookie, with or without an access token`()
            async throws
        {
            try await Practice.open { practice in
                for hasAccess in [true, false] {
                    let tokens = try await login(practice)
                    let app = try practice.app(of: tokens)
                    let kept = try cookie(tokens)
                    let fields = Self.asking.merging(["Cookie": kept]) { $1 }
                    let ended = try await (hasAccess ? app : practice.nobody).send("POST", "auth/logout", nil, fields)
                    #expect(ended.status == 204)
                    #expect(deletes(ended))
                    #expect(try await app.refusal(of: "reception/queue") == "session-ended")
                    let refused = try await refresh(practice, cookie: kept)
                    #expect(refused.problem == "invalid-refresh-token")
                    #expect(deletes(refused))
                }
                // The cookie of another session in the same browser ends as well.
                let (mine, other) = (try await practice.signIn("reception"), try await login(practice, "patient1"))
                let kept = try cookie(other)
                #expect(
                    try await mine.send("POST", "auth/logout", nil, Self.asking.merging(["Cookie": kept]) { $1 }).status
                        == 204)
                #expect(try await refresh(practice, cookie: kept).status == 401)
            }
        }

        @Test func `a refused refresh deletes the cookie, and a request that cannot be read does not`() async throws {
            try await Practice.open { practice in
                let kept = try await cookie(login(practice))
                for stale in [nil, "\(Self.name)=nonsense", "\(kept); \(Self.name)=other"] {
                    let refused = try await refresh(practice, cookie: stale)
                    #expect(refused.status == 401, "\(stale ?? "")")
                    #expect(deletes(refused), "\(stale ?? "")")
                }
                let unread = try await practice.nobody.send(
                    "POST", "auth/refresh", "{", Self.asking.merging(["Cookie": kept]) { $1 })
                #expect(unread.status == 400)
                #expect(unread.fields["set-cookie"] == nil)
                let wrong = try await practice.nobody.send(
                    "POST", "auth/login", #"{"email":"reception@spree.example","password":"wrong"}"#,
                    Self.asking.merging(["Cookie": kept]) { $1 })
                #expect(wrong.status == 401)
                #expect(wrong.fields["set-cookie"] == nil)
                #expect(try await refresh(practice, cookie: kept).status == 200)
            }
        }

        @Test func `a page that changes the clinic or role keeps the new session's token in the cookie`() async throws {
            try await Practice.open { practice in
                let tokens = try await login(practice, "patient1")
                let switched = try await practice.app(of: tokens).send(
                    "POST", "me/switch", #"{"role":"person"}"#, Self.asking)
                let kept = try cookie(switched)
                #expect(switched["session_id"] != tokens["session_id"])
                let refreshed = try await refresh(practice, cookie: kept)
                #expect(refreshed["role"]?.string == "person")
            }
        }

        @Test func `over plain HTTP the cookie is not secure, unless a trusted proxy says that the client uses HTTPS`()
            async throws
        {
            func name(_ proxies: TrustedProxies, _ fields: [String: String] = [:]) async throws -> String {
                var found = ""
                try await Practice.open(behind: proxies, reachedAt: []) { practice in
                    let kept = try await cookie(login(practice, "reception", Self.asking.merging(fields) { $1 }))
                    found = String(kept.prefix { $0 != "=" })
                    #expect(
                        try await refresh(practice, cookie: kept, Self.asking.merging(fields) { $1 }).status == 200)
                }
                return found
            }
            let own = TrustedProxies([try #require(AddressNetwork("127.0.0.1"))])
            #expect(try await name(TrustedProxies()) == "chairside-refresh")
            #expect(try await name(TrustedProxies(), ["X-Forwarded-Proto": "https"]) == "chairside-refresh")
            #expect(try await name(own, ["X-Forwarded-Proto": "https"]) == Self.name)
            #expect(try await name(own, ["X-Forwarded-Proto": "https, http"]) == "chairside-refresh")
        }

        @Test(arguments: ["--http1.1", "--http2"])
        func `over TLS the cookie is secure, and HTTP/2 may send it among several Cookie fields`(_ version: String)
            async throws
        {
            try await withSelfSigned(1) { made in
                var https = HTTPSConfiguration(
                    files: CredentialFiles(certificate: made[0].certificate, key: made[0].key))
                https.port = 0
                try await Practice.open(https: https, reachedAt: []) { practice in
                    let port = try #require(practice.server.securePort)
                    func send(_ path: String, _ more: [String]) async throws -> HTTPAnswer {
                        let text = try await Shell.run(
                            ["curl", "-sS", "-m", "60", "-i", version, "--cacert", made[0].certificate]
                                + ["-H", "Chairside-Tokens: cookie", "-H", "Origin: https://localhost:\(port)"] + more
                                + ["https://localhost:\(port)\(path)"])
                        return try HTTPAnswer(
                            Array(text.replacing("\r\n", with: "\n").replacing("\n", with: "\r\n").utf8))
                    }
                    let tokens = try await send(
                        "/api/v1/auth/login",
                        [
                            "-H", "Content-Type: application/json", "-d",
                            #"{"email":"reception@spree.example","password":"\#(DemoLogin.password)"}"#,
                        ])
                    let kept = try cookie(tokens)
                    #expect(kept.hasPrefix(Self.name))
                    let refreshed = try await send(
                        "/api/v1/auth/refresh", ["-X", "POST", "-H", "Cookie: a=b", "-H", "Cookie: \(kept)"])
                    #expect(try cookie(refreshed) != kept)
                    let page = try await send("/console/vendor/preact.LICENSE.txt", [])
                    #expect(page.status == (Consoles.isBuilt ? 200 : 503))
                    #expect(page.fields["strict-transport-security"]?.hasPrefix("max-age=") == true)
                }
            }
        }
    }
}
