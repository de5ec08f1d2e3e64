import ClinicServer
import ClinicTestSupport
import Endpoints
import EventSourcing
import HTTPServer
import JSON
import PostgresClient
import Push
import SQL
import ServiceFakes
import Synchronization
import TestSupport
import Testing

/// Tests servers that deliver notifications to a fake of APNs over real sockets.
@Suite(.database(.demo), .timeLimit(.minutes(30))) struct PushServiceTests {
    /// A request that the fake of APNs has received.
    private struct Request: Sendable {
        let path: String
        let id: String
        let body: String

        init(_ request: HTTPRequest) {
            path = request.path
            id = request.headers.pairs.first { $0.name.lowercased() == "apns-id" }?.value ?? ""
            body = String(decoding: request.body, as: UTF8.self)
        }
    }

    private static func refusal(_ status: UInt16, _ body: String, fields: HTTPFields = [:]) -> HTTPResponse {
        HTTPResponse(HTTPStatus(status), fields: fields, body: .bytes(Array(body.utf8)))
    }

    /// Delivers the waiting notifications in rounds that are an hour apart, each with a new connection to the fake of
    /// APNs.
    private func deliver(_ bench: OutboxBench, rounds: Int64, _ key: PushKey, _ service: FakeService) async throws {
        for round in 0..<rounds {
            let channel = try APNsChannel(key.configuration(service), on: service.loop) { bench.now }
            try await bench.deliver(channel, after: round * 3_700)
            channel.close()
        }
    }

    @Test func `a message that APNs refuses for now is sent again under the same id until it is accepted`() async throws
    {
        let bench = try await OutboxBench.prepare()
        try await bench.registerAppleToken()
        try await bench.notify()
        let requests = Mutex<[Request]>([])
        try await withPushKey { key in
            try await withFakeService { request in
                let number = requests.withLock { requests in
                    requests.append(Request(request))
                    return requests.count
                }
                return switch number {
                case 1: Self.refusal(429, #"{"reason":"TooManyRequests"}"#, fields: ["retry-after": "60"])
                case 2: Self.refusal(500, #"{"reason":"InternalServerError"}"#)
                case 3: Self.refusal(503, #"{"reason":"Shutdown"}"#)
                default: HTTPResponse(.ok)
                }
            } _: { service in
                try await deliver(bench, rounds: 6, key, service)
            }
        }
        let sent = requests.withLock { $0 }
        #expect(sent.count == 4 && Set(sent.map(\.id)).count == 1 && Set(sent.map(\.body)).count == 1)
        #expect(try await bench.rows().allSatisfy { $0.hasPrefix("push sent 4") })
    }

    @Test func `a registration that APNs calls gone is deleted, and its other notifications are not sent to APNs`()
        async throws
    {
        let bench = try await OutboxBench.prepare()
        try await bench.registerAppleToken()
        try await bench.notify()
        let requests = Mutex(0)
        let milliseconds = bench.now.adding(hours: 1).secondsSince1970 * 1_000
        try await withPushKey { key in
            try await withFakeService { _ in
                requests.withLock { $0 += 1 }
                return Self.refusal(410, #"{"reason":"Unregistered","timestamp":\#(milliseconds)}"#)
            } _: { service in
                try await deliver(bench, rounds: 1, key, service)
                try await bench.notify(after: 2_000_000)
                try await deliver(bench, rounds: 2, key, service)
            }
        }
        #expect(requests.withLock { $0 } == 1)
        let devices = try await bench.perform("SELECT FROM user_device WHERE user_device_id = \(bench.device)")
        #expect(devices.isEmpty)
        #expect(try await bench.rows() == ["push dead 1 the registration is gone"])
    }

    @Test func `a server that is configured for APNs notifies a patient's device of an answer to their message`()
        async throws
    {
        let (requests, received) = AsyncStream.makeStream(of: Request.self)
        let token = String(repeating: "b2", count: 32)
        try await withPushKey { key in
            try await withFakeService { request in
                received.yield(Request(request))
                return HTTPResponse(.ok)
            } _: { service in
                var push = PushConfiguration()
                push.apns = key.configuration(service)
                try await Practice.open(metricsPort: 0, push: push) { practice in
                    let (patient, desk) = try await (practice.signIn("patient1"), practice.signIn("reception"))
                    let device = #"{"platform":"ios","push_token":"\#(token)","environment":"sandbox"}"#
                    #expect(try await patient.post("user-devices", device).status == 201)
                    let thread = try await patient.write("Pain", "It hurts")
                    let answer = try await desk.post(
                        "messages/\(thread)/messages", #"{"text":"Come at nine"}"#, key: newKey())
                    #expect(answer.status == 201)
                    let url = "chairside://messages/\(thread)"
                    for await request in requests where request.body.contains(url) {
                        #expect(request.path == "/3/device/\(token)")
                        #expect(request.body.contains(#""type":"message.new""#))
                        #expect(!request.body.contains("nine"))
                        break
                    }
                    // The outcome is counted a moment after the answer of APNs.
                    let labels = ["channel": "apns_sandbox", "outcome": "delivered"]
                    let page = try await eventually {
                        let page = try await practice.metrics()
                        return page.value("chairside_notification_deliveries_total", labels) == 0 ? nil : page
                    }
                    #expect(page.value("chairside_notification_overdue_seconds") == 0)
                }
            }
        }
    }

    @Test
    func `a browser that has subscribed with the server's key and registered can read its notification`()
        async throws
    {
        let bench = try await OutboxBench.prepare()
        let browser = Browser(path: "/send/v2.a~b?c=d&e=%20")
        let received = Mutex<HTTPRequest?>(nil)
        try await withPushKey { key in
            // The body of a push message has the content coding aes128gcm.
            var limits = HTTPLimits()
            limits.acceptsEncodedBodies = true
            try await withFakeService(limits: limits) { request in
                received.withLock { $0 = request }
                return HTTPResponse(.created)
            } _: { service in
                var push = PushConfiguration()
                push.webPush = key.webPush
                let subscribed = Mutex("")
                try await Practice.open(push: push) { practice in
                    let patient = try await practice.signIn("patient1")
                    let own = try await patient.get("web-push-key").text("application_server_key")
                    subscribed.withLock { $0 = own }
                    #expect(try await patient.register(browser, at: "\(service.origin)").status == 201)
                }
                try await bench.perform("DELETE FROM user_device WHERE user_device_id = \(bench.device)")
                try await bench.notify()
                var configuration = key.webPush
                configuration.authorities = service.certificate
                let channel = try WebPushChannel(configuration, on: service.loop, permits: { _ in true }) { bench.now }
                try await bench.deliver(channel)
                channel.close()
                let request = try #require(received.withLock { $0 })
                #expect(request.target == browser.path)
                #expect(request.headers["authorization"]?.hasSuffix("k=\(subscribed.withLock { $0 })") == true)
                let plain = try JSONValue(parsing: #require(browser.decrypt(request.body)))
                #expect(plain["type"]?.string == "payment.received" && plain["badge"]?.integer == 1)
            }
        }
        #expect(try await bench.rows() == ["push sent 1"])
    }

    @Test func `a server whose key for a push service cannot be read does not start, and the error names the file`()
        async throws
    {
        var push = PushConfiguration()
        push.webPush = WebPushConfiguration(keyFile: "/nowhere/web.pem", subject: "mailto:clinic@example.org")
        let error = await #expect(throws: PushConfigurationError.self) {
            try await Practice.open(push: push) { _ in }
        }
        #expect(error?.description.contains("/nowhere/web.pem") == true)
    }
}
