import ClinicTestSupport
import EventSourcing
import Foundation
import JSON
import Testing

extension Conformance {
    @Suite struct Sessions {
        @Test func `O3 a login returns an access token and a refresh token, and a failed login is answered with 401`()
            async throws
        {
            try await Practice.open { practice in
                let tokens = try await practice.login("patient1")
                #expect(tokens.status == 200)
                #expect(tokens["role"]?.string == "patient")
                #expect(tokens["token_type"]?.string == "Bearer")
                #expect(try !tokens.text("refresh_token").isEmpty)
                let token = try tokens.text("access_token")
                #expect(try await practice.app(of: tokens).get("patient/home").status == 200)

                let credentials = ["patient1@spree.example", "nobody@spree.example"].map {
                    #"{"email":"\#($0)","password":"not-the-password"}"#
                }
                for body in credentials {
                    let refused = try await practice.nobody.post("auth/login", body)
                    #expect(refused.status == 401)
                    #expect(refused.problem == "wrong-credentials")
                }
                let forged = token.dropLast(8) + (token.hasSuffix("AAAAAAAA") ? "BBBBBBBB" : "AAAAAAAA")
                for bad in ["", "abc", String(forged), try tokens.text("refresh_token")] {
                    let answer = try await App(practice: practice, token: bad, subject: "").get("patient/home")
                    #expect(answer.status == 401, "\(bad)")
                }
                let without = try await practice.nobody.get("patient/home")
                #expect(without.status == 401)
                #expect(without.fields["www-authenticate"]?.hasPrefix("Bearer") == true)
            }
        }

        @Test func `O3 a token refresh repeated after a lost answer gets the same refresh token again`() async throws {
            try await Practice.open { practice in
                let tokens = try await practice.login("patient1")
                let refresh = App(practice: practice, token: try tokens.text("refresh_token"), subject: "")
                let renewed = try await refresh.post("auth/refresh")
                #expect(renewed.status == 200)
                #expect(try renewed.text("refresh_token") != tokens.text("refresh_token"))
                #expect(try await practice.app(of: renewed).get("patient/home").status == 200)
                let again = try await refresh.post("auth/refresh")
                #expect(again.status == 200)
                #expect(try again.text("refresh_token") == renewed.text("refresh_token"))
                #expect(try await practice.app(of: again).get("patient/home").status == 200)
            }
        }

        @Test func `O3 O4 after an hour the access token has expired and the session needs the PIN`()
            async throws
        {
            try await Practice.open { practice in
                let hourAgo = try await practice.now().adding(hours: -1)
                let tokens = try await loginInThePast("patient1", device: "demo-device", at: hourAgo)
                let expired = try await practice.app(of: tokens).get("patient/home")
                #expect(expired.status == 401)
                #expect(expired.problem == "token-expired")

                let refresh = App(practice: practice, token: try tokens.text("refresh_token"), subject: "")
                let renewed = try await refresh.send("POST", "auth/refresh", nil, ["X-Device-Id": "demo-device"])
                #expect(renewed.status == 200)
                #expect(renewed["locked"]?.bool == true)
                let app = try practice.app(of: renewed)
                let locked = try await app.get("patient/home")
                #expect(locked.status == 403)
                #expect(locked.problem == "session-locked")
                #expect(try await app.post("pin/verify", #"{"pin":"270459"}"#).status == 204)
                #expect(try await app.get("patient/home").status == 200)
            }
        }

        @Test func `O35 signing in, refreshing and signing out work in the same way under /api/v1/auth and /v1/auth`()
            async throws
        {
            try await Practice.open { practice in
                let body = #"{"email":"patient1@spree.example","password":"chairside-demo"}"#
                for (base, other) in [("/api/v1", "/v1"), ("/v1", "/api/v1")] {
                    let tokens = try await practice.nobody.post("\(base)/auth/login", body)
                    #expect(tokens.status == 200)
                    let refresh = App(practice: practice, token: try tokens.text("refresh_token"), subject: "")
                    let renewed = try await refresh.post("\(other)/auth/refresh")
                    #expect(renewed.status == 200)
                    let app = try practice.app(of: renewed)
                    #expect(try await app.get("patient/home").status == 200)
                    #expect(try await app.post("\(base)/auth/logout").status == 204)
                    let afterwards = try await app.get("patient/home")
                    #expect(afterwards.status == 401)
                    #expect(afterwards.problem == "session-ended")
                }
            }
        }

        @Test func `O36 the access token's payload decodes as base64 with padding, and exp is a number`() async throws {
            try await Practice.open { practice in
                for name in ["patient1", "doctor1", "reception", "admin"] {
                    let tokens = try await practice.login(name)
                    let parts = try tokens.text("access_token").split(separator: ".")
                    #expect(parts.count == 3)
                    let payload = String(parts[1])
                    let padded = payload + String(repeating: "=", count: (4 - payload.count % 4) % 4)
                    let claims = try JSONValue(parsing: Array(try #require(Data(base64Encoded: padded))))
                    let expiry = try #require(claims["exp"]?.integer)
                    #expect(Instant(secondsSince1970: expiry).rfc3339 == tokens["expires_at"]?.string)
                }
            }
        }
    }
}
