import Crypto
import Endpoints
import EventLoop
import EventSourcing
import Foundation
import HTTPClient
import HTTPServer
import JSON
import Push
import ServiceFakes
import Synchronization
import Testing

/// Tests Web Push with a fake push service.
@Suite(.timeLimit(.minutes(10))) struct WebPushTests {
    @Test func `a browser can decrypt a push message, and the request has the fields of RFC 8030 and RFC 8292`()
        async throws
    {
        let received = Mutex<HTTPRequest?>(nil)
        let browser = Browser(path: "/send/abc?x=1")
        try await withWebPush { request in
            received.withLock { $0 = request }
            return HTTPResponse(.created)
        } _: { channel, clock, service in
            let id = UUID()
            let subscription = browser.subscription(at: "\(service.origin)")
            let sent = message(id, collapseKey: "visit-7", isUrgent: false)
            #expect(await channel.deliver(sent, to: subscription) == .delivered)
            let request = try #require(received.withLock { $0 })
            #expect(request.target == "/send/abc?x=1")
            #expect(request.headers["ttl"] == "86400")
            #expect(request.headers["urgency"] == "normal")
            #expect(request.headers["content-encoding"] == "aes128gcm")
            let topic = try #require(request.headers["topic"])
            #expect(topic.utf8.count == 32 && topic != "visit-7")
            let plain = try JSONValue(parsing: #require(browser.decrypt(request.body)))
            #expect(plain["id"]?.string == id.uuidString.lowercased())
            #expect(plain["title"]?.string == "Tomorrow at nine")
            #expect(plain["body"]?.string == "Open the app")
            #expect(plain["badge"]?.integer == 3)
            #expect(plain["url"]?.string == "chairside://appointments/7")
            #expect(plain["type"]?.string == "appointment.reminder")
            let claims = try #require(
                vapidClaims(request.headers["authorization"] ?? "", key: channel.applicationServerKey))
            #expect(claims["aud"]?.string == "\(service.origin)")
            #expect(claims["sub"]?.string == "mailto:clinic@example.org")
            let ends = try #require(claims["exp"]?.integer) - clock.now.secondsSince1970
            #expect((1...86_400).contains(ends))
        }
    }

    @Test(
        arguments: [
            (200, .delivered), (201, .delivered), (404, .gone(since: nil)), (410, .gone(since: nil)),
            (413, .refused(reason: "PayloadTooLarge")), (429, .retry(after: 30, reason: "status 429")),
            (500, .retry(after: 30, reason: "status 500")), (503, .retry(after: 30, reason: "status 503")),
            (400, .refused(reason: "status 400")), (403, .refused(reason: "status 403")),
            (307, .refused(reason: "status 307")),
        ] as [(Int, PushOutcome)])
    func `each HTTP status with which a browser's push service answers gives the push the right outcome`(
        status: Int, outcome: PushOutcome
    )
        async throws
    {
        try await withWebPush { _ in
            HTTPResponse(HTTPStatus(UInt16(status)), fields: ["Retry-After": "30"])
        } _: { channel, _, service in
            let subscription = Browser(path: "/a").subscription(at: "\(service.origin)")
            #expect(await channel.deliver(message(), to: subscription) == outcome)
        }
    }

    @Test func `a push message is not sent to a subscription whose endpoint is an address of this machine`()
        async throws
    {
        let count = Mutex(0)
        try await withWebPush(permits: { PublicAddresses.contains($0) }) { _ in
            count.withLock { $0 += 1 }
            return HTTPResponse(.created)
        } _: { channel, _, service in
            for host in ["localhost", "127.0.0.1", "2130706433", "0.0.0.0", "127.1"] {
                let subscription = Browser(path: "/a").subscription(at: "https://\(host):\(service.origin.port)")
                let outcome = await channel.deliver(message(), to: subscription)
                guard case .refused = outcome else {
                    Issue.record("\(host): \(outcome)")
                    continue
                }
            }
            #expect(count.withLock { $0 } == 0)
        }
    }

    @Test(arguments: [
        "", "{}", "[]", "https://push.example/a",
        #"{"endpoint":"http://push.example/a","keys":{"p256dh":"","auth":""}}"#,
        #"{"endpoint":"https://push.example/a","keys":{"p256dh":"AAAA","auth":"AAAA"}}"#,
        #"{"endpoint":"https://push.example/a"}"#,
    ])
    func `a registration that is not a subscription is reported as gone when a push is sent to it`(text: String)
        async throws
    {
        try await withWebPush { _ in
            HTTPResponse(.created)
        } _: { channel, _, _ in
            #expect(await channel.deliver(message(), to: text) == .gone(since: nil))
        }
    }

    @Test
    func `a subscription is refused if its URL is not https, its key no point of P-256, or its secret not 16 bytes`()
        throws
    {
        let good = Browser(path: "/a").subscription(at: "https://push.example")
        #expect(throws: Never.self) { try WebPushSubscription(good) }
        #expect(throws: WebPushSubscription.Fault.endpoint) {
            try WebPushSubscription(good.replacing("https:", with: "http:"))
        }
        #expect(throws: WebPushSubscription.Fault.publicKey) {
            try WebPushSubscription(good.replacing("p256dh\":\"B", with: "p256dh\":\"A"))
        }
        #expect(throws: WebPushSubscription.Fault.secret) {
            try WebPushSubscription(good.replacing("auth\":\"", with: "auth\":\"AAAA"))
        }
        #expect(throws: WebPushSubscription.Fault.notJSON) { try WebPushSubscription(String(good.dropLast())) }
    }

    /// The claims of a VAPID token, whose signature is checked with the key that browsers subscribe with.
    private func vapidClaims(_ authorization: String, key: String) -> JSONValue? {
        guard authorization.hasPrefix("vapid t="), authorization.hasSuffix(", k=\(key)"),
            let point = Base64URL.decode(Array(key.utf8)),
            let known = try? P256.Signing.PublicKey(x963Representation: point)
        else { return nil }
        let token = authorization.dropFirst("vapid t=".count).prefix { $0 != "," }
        let parts = token.split(separator: ".").map(String.init)
        guard parts.count == 3, let signature = Base64URL.decode(Array(parts[2].utf8)),
            let signed = try? P256.Signing.ECDSASignature(rawRepresentation: signature),
            known.isValidSignature(signed, for: Array("\(parts[0]).\(parts[1])".utf8))
        else { return nil }
        return Base64URL.decode(Array(parts[1].utf8)).flatMap { try? JSONValue(parsing: $0) }
    }
}

/// Runs `body` with a channel for Web Push, and a fake push service. The channel may connect to this machine unless
/// `permits` says otherwise.
private func withWebPush(
    permits: @escaping @Sendable (SocketAddress) -> Bool = { $0.isLoopback },
    respond: @escaping @Sendable (HTTPRequest) async -> HTTPResponse,
    _ body: @escaping @Sendable (WebPushChannel, SetClock, FakeService) async throws -> Void
) async throws {
    try await withKeys { keys in
        let file = try keys.write(P256.Signing.PrivateKey().pemRepresentation, to: "vapid.pem")
        // The body of a push message has the content coding aes128gcm.
        var limits = HTTPLimits()
        limits.acceptsEncodedBodies = true
        try await withFakeService(limits: limits, respond: respond) { service in
            var configuration = WebPushConfiguration(keyFile: file, subject: "mailto:clinic@example.org")
            configuration.authorities = service.certificate
            let clock = SetClock()
            let channel = try WebPushChannel(configuration, on: service.loop, permits: permits) { clock.now }
            try await body(channel, clock, service)
            channel.close()
        }
    }
}
