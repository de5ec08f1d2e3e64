import ClinicDemo
import ClinicServer
import ClinicTestSupport
import Crypto
import Endpoints
import EventSourcing
import Foundation
import JSON
import TestSupport
import Testing

extension Conformance {
    /// Tests sessions that are bound to a key, and sessions of compromised devices, over HTTP.
    @Suite struct BoundSessions {
        private struct Key {
            let key = P256.Signing.PrivateKey()

            func proof(_ method: String, _ path: String, token: String? = nil, at now: Instant) throws -> String {
                let point = Array(key.publicKey.x963Representation.dropFirst())
                let (x, y) = (Base64URL.encode(Array(point[..<32])), Base64URL.encode(Array(point[32...])))
                let head = #"{"typ":"dpop+jwt","alg":"ES256","jwk":{"kty":"EC","crv":"P-256","x":"\#(x)","y":"\#(y)"}}"#
                let hash = token.map {
                    #","ath":"\#(Base64URL.encode(Array(SHA256.hash(data: Data($0.utf8)))))""#
                }
                let claims =
                    #"{"htm":"\#(method)","htu":"http://clinic.example\#(path)","iat":\#(now.secondsSince1970)"#
                    + #","jti":"\#(newKey())"\#(hash ?? "")}"#
                let text = [head, claims].map { Base64URL.encode(Array($0.utf8)) }.joined(separator: ".")
                let signature = try key.signature(for: Data(text.utf8)).rawRepresentation
                return "\(text).\(Base64URL.encode(Array(signature)))"
            }
        }

        @Test func `O3 the access token of a bound session is refused without a new proof of possession`()
            async throws
        {
            try await Practice.open { practice in
                let key = Key()
                let now = try await practice.now()
                let tokens = try await practice.nobody.send(
                    "POST", "auth/login", #"{"email":"patient1@spree.example","password":"\#(DemoLogin.password)"}"#,
                    ["DPoP": key.proof("POST", "/api/v1/auth/login", at: now)])
                #expect(tokens["token_type"]?.string == "DPoP")
                let token = try tokens.text("access_token")
                func home(_ scheme: String, _ proof: String?) async throws -> HTTPAnswer {
                    var fields = ["Authorization": "\(scheme) \(token)"]
                    fields["DPoP"] = proof
                    return try await practice.nobody.get("patient/home", fields)
                }
                func proof() throws -> String { try key.proof("GET", "/api/v1/patient/home", token: token, at: now) }
                let good = try proof()
                #expect(try await home("DPoP", good).status == 200)
                let again = try await home("DPoP", good)
                #expect(again.status == 401)
                #expect(again.problem == "invalid-dpop-proof")
                #expect(again.fields["www-authenticate"]?.hasPrefix("DPoP") == true)
                #expect(try await home("dpop", proof()).status == 200)
                #expect(try await home("DPoP", nil).status == 401)
                #expect(try await home("Bearer", nil).status == 401)
                #expect(try await home("Bearer", proof()).status == 401)
                // The token of an unbound session is not accepted with the scheme DPoP.
                let bearer = try await practice.login("patient1").text("access_token")
                let fields = [
                    "Authorization": "DPoP \(bearer)",
                    "DPoP": try key.proof("GET", "/api/v1/patient/home", token: bearer, at: now),
                ]
                #expect(try await practice.nobody.get("patient/home", fields).status == 401)
            }
        }

        @Test func `O8 a held poll of a bound session is answered when the view changes, with a single proof`()
            async throws
        {
            try await Practice.open { practice in
                let key = Key()
                let now = try await practice.now()
                let token = try await practice.nobody.send(
                    "POST", "auth/login", #"{"email":"reception@spree.example","password":"\#(DemoLogin.password)"}"#,
                    ["DPoP": key.proof("POST", "/api/v1/auth/login", at: now)]
                ).text("access_token")
                let reception = try await practice.signIn("reception")
                let visit = try await reception.book(practice.signIn("patient1").subject)
                let path = "reception/queue?date=\(try visit.text("date"))"
                let fields = [
                    "Authorization": "DPoP \(token)",
                    "DPoP": try key.proof("GET", "/api/v1/reception/queue", token: token, at: now),
                    "If-None-Match": try await reception.version(of: path), "Prefer": "wait=25",
                ]
                let poll = Task { try await practice.nobody.get(path, fields) }
                try await practice.held(1)
                let visitID = try visit.text("id")
                #expect(try await reception.post("appointments/\(visitID)/cancel", #"{"reason":"x"}"#).status == 200)
                let answer = try await poll.value
                #expect(answer.status == 200)
                #expect(answer.fields["preference-applied"] == "wait=25")
            }
        }

        @Test func `O24 a device that has reported a jailbreak sees no patient data`() async throws {
            try await Practice.open { practice in
                for name in ["doctor1", "patient1"] {
                    let app = try await practice.signIn(name, device: "phone")
                    let elsewhere = try await practice.signIn(name, device: "tablet")
                    let path = name == "doctor1" ? "doctor/schedule" : "patient/home"
                    #expect(try await app.get(path).status == 200)
                    let report = try await app.post(
                        "device-reports", #"{"compromised":true,"signals":["suspicious_file"]}"#)
                    #expect(report.status == 204)
                    let restricted = try await app.get(path)
                    #expect(restricted.status == 403)
                    #expect(restricted.problem == "session-restricted")
                    #expect(try await app.get("me").status == 200)
                    #expect(try await elsewhere.get(path).status == 200)
                    #expect(try await app.post("auth/logout").status == 204)
                }
            }
        }

        @Test
        func `O24 a suspicious device keeps access; a compromised device regains it by a new login and a clean report`()
            async throws
        {
            try await Practice.open { practice in
                func report(_ app: App, _ isCompromised: Bool, _ signals: String = "") async throws {
                    let body = #"{"compromised":\#(isCompromised),"signals":[\#(signals)]}"#
                    #expect(try await app.post("device-reports", body).status == 204)
                }
                let first = try await practice.signIn("patient1", device: "phone")
                try await report(first, false, #""suspicious_file""#)
                #expect(try await first.get("patient/home").status == 200)
                try await report(first, true, #""suspicious_file""#)
                // A clean report ends the restriction only of sessions that began in a later second than the report
                // that the device is compromised. So the test waits for the next second.
                let reported = try await practice.now()
                try await until { try await practice.now() > reported }
                let second = try await practice.signIn("patient1", device: "phone")
                #expect(try await second.get("patient/home").problem == "session-restricted")
                try await report(second, false, #""suspicious_file""#)
                #expect(try await second.get("patient/home").problem == "session-restricted")
                try await report(second, false)
                #expect(try await second.get("patient/home").status == 200)
                #expect(try await first.get("patient/home").problem == "session-restricted")
            }
        }
    }
}
