import EventSourcing
import Foundation
import HTTPServer
import JSON
import Push
import ServiceFakes
import Synchronization
import TestSupport
import Testing

/// Tests FCM with a fake that also issues access tokens.
@Suite(.timeLimit(.minutes(10))) struct FCMTests {
    @Test func `a message to FCM has text, link, kind and id, and settings for Android`() async throws {
        try await withFCM { fcm in
            let id = UUID()
            let sent = message(id, collapseKey: "visit-7")
            #expect(await fcm.channel.deliver(sent, to: "token-1") == .delivered)
            let request = try #require(fcm.record.messages.first)
            #expect(request.path == "/v1/projects/chairside-1/messages:send")
            #expect(request.authorization == "Bearer access-1")
            let sentMessage = request.body["message"]
            #expect(sentMessage?["token"]?.string == "token-1")
            #expect(sentMessage?["notification"]?["title"]?.string == "Tomorrow at nine")
            #expect(sentMessage?["data"]?["id"]?.string == id.uuidString.lowercased())
            #expect(sentMessage?["data"]?["url"]?.string == "chairside://appointments/7")
            #expect(sentMessage?["data"]?["type"]?.string == "appointment.reminder")
            let android = sentMessage?["android"]
            #expect(android?["priority"]?.string == "HIGH")
            #expect(android?["ttl"]?.string == "86400s")
            #expect(android?["collapse_key"]?.string == "visit-7")
            #expect(android?["notification"]?["notification_count"]?.integer == 3)
        }
    }

    @Test func `messages to FCM share one access token, which is renewed five minutes before it expires`()
        async throws
    {
        try await withFCM { fcm in
            let outcomes = await allAtOnce(0..<20) { _ in await fcm.channel.deliver(message(), to: "token-1") }
            #expect(outcomes.allSatisfy { $0 == .delivered })
            #expect(fcm.record.assertions.count == 1)
            fcm.clock.advance(minutes: 54)
            #expect(await fcm.channel.deliver(message(), to: "token-1") == .delivered)
            #expect(fcm.record.assertions.count == 1)
            fcm.clock.advance(minutes: 1)
            #expect(await fcm.channel.deliver(message(), to: "token-1") == .delivered)
            #expect(fcm.record.assertions.count == 2)
            #expect(fcm.record.messages.last?.authorization == "Bearer access-2")
        }
    }

    @Test
    func `an FCM access token's assertion names account and token endpoint, and is signed with the account's key`()
        async throws
    {
        try await withFCM { fcm in
            #expect(await fcm.channel.deliver(message(), to: "token-1") == .delivered)
            let assertion = try #require(fcm.record.assertions.first)
            let parts = assertion.split(separator: ".").map(String.init)
            let claims = try JSONValue(parsing: Array(#require(base64(parts[1]))))
            #expect(claims["iss"]?.string == "push@chairside-1.example")
            #expect(claims["scope"]?.string == "https://www.googleapis.com/auth/firebase.messaging")
            #expect(claims["aud"]?.string == "\(fcm.service.origin)/token")
            #expect(claims["iat"]?.integer == 1_764_000_000)
            try Data("\(parts[0]).\(parts[1])".utf8).write(to: URL(filePath: "\(fcm.keys.path)/text"))
            try #require(base64(parts[2])).write(to: URL(filePath: "\(fcm.keys.path)/signature"))
            let output = try await Shell.run([
                "openssl", "dgst", "-sha256", "-verify", "\(fcm.keys.path)/public.pem", "-signature",
                "\(fcm.keys.path)/signature", "\(fcm.keys.path)/text",
            ])
            #expect(output.contains("Verified OK"))
        }
    }

    @Test(
        arguments: [
            (404, "NOT_FOUND", "UNREGISTERED", .gone(since: nil)),
            (403, "PERMISSION_DENIED", "SENDER_ID_MISMATCH", .refused(reason: "SENDER_ID_MISMATCH")),
            (429, "RESOURCE_EXHAUSTED", "QUOTA_EXCEEDED", .retry(after: 60, reason: "QUOTA_EXCEEDED")),
            (503, "UNAVAILABLE", "UNAVAILABLE", .retry(after: 60, reason: "UNAVAILABLE")),
            (500, "INTERNAL", "INTERNAL", .retry(after: 60, reason: "INTERNAL")),
            (400, "INVALID_ARGUMENT", "INVALID_ARGUMENT", .refused(reason: "INVALID_ARGUMENT")),
            (401, "UNAUTHENTICATED", "THIRD_PARTY_AUTH_ERROR", .refused(reason: "THIRD_PARTY_AUTH_ERROR")),
            (403, "PERMISSION_DENIED", nil, .refused(reason: "PERMISSION_DENIED")),
            (502, "", nil, .retry(after: 60, reason: "status 502")),
        ] as [(Int, String, String?, PushOutcome)])
    func `each error with which FCM answers a push message gives the push the right outcome`(
        status: Int, name: String, code: String?, outcome: PushOutcome
    )
        async throws
    {
        try await withFCM(respond: { _, _ in error(status, name, code) }) { fcm in
            #expect(await fcm.channel.deliver(message(), to: "token-1") == outcome)
        }
    }

    @Test func `an access token that FCM refuses is renewed once`() async throws {
        try await withFCM(respond: { _, request in
            request.authorization == "Bearer access-1"
                ? error(401, "UNAUTHENTICATED", nil) : HTTPResponse(.ok, body: .bytes(Array("{}".utf8)))
        }) { fcm in
            #expect(await fcm.channel.deliver(message(), to: "token-1") == .delivered)
            #expect(fcm.record.messages.count == 2 && fcm.record.assertions.count == 2)
        }
        try await withFCM(respond: { _, _ in error(401, "UNAUTHENTICATED", nil) }) { fcm in
            #expect(
                await fcm.channel.deliver(message(), to: "token-1") == .retry(after: 60, reason: "UNAUTHENTICATED"))
            #expect(fcm.record.messages.count == 2 && fcm.record.assertions.count == 2)
        }
    }

    @Test func `a message to FCM has the outcome retry if the token endpoint refuses the service account`() async throws
    {
        try await withFCM(token: { _ in
            HTTPResponse(.badRequest, body: .bytes(Array(#"{"error":"invalid_grant"}"#.utf8)))
        }) { fcm in
            let outcome = await fcm.channel.deliver(message(), to: "token-1")
            #expect(outcome == .retry(after: 300, reason: "no access token: invalid_grant"))
            #expect(fcm.record.messages.isEmpty)
        }
    }

    private func base64(_ text: String) -> Data? {
        let standard = text.replacing("-", with: "+").replacing("_", with: "/")
        return Data(base64Encoded: standard + String(repeating: "=", count: (4 - standard.count % 4) % 4))
    }
}

/// An answer of FCM with an error, which asks for a wait of a minute.
private func error(_ status: Int, _ name: String, _ code: String?) -> HTTPResponse {
    let type = "type.googleapis.com/google.firebase.fcm.v1.FcmError"
    let details = code.map { #"[{"@type":"\#(type)","errorCode":"\#($0)"}]"# } ?? "[]"
    let body = #"{"error":{"code":\#(status),"status":"\#(name)","message":"","details":\#(details)}}"#
    return HTTPResponse(HTTPStatus(UInt16(status)), fields: ["Retry-After": "60"], body: .bytes(Array(body.utf8)))
}
