import EventSourcing
import Foundation
import HTTPServer
import JSON
import Push
import Testing

/// Tests the requests that a channel sends to APNs.
@Suite(.timeLimit(.minutes(10))) struct APNsRequestTests {
    @Test
    func
        `a request to APNs has the message's id, text, badge, link and kind, and its topic, priority and expiry`()
        async throws
    {
        try await withAPNs { apns in
            let id = UUID()
            #expect(await apns.deliver(message(id, collapseKey: "visit-7")) == .delivered)
            let other = UUID()
            #expect(await apns.deliver(message(other, isUrgent: false)) == .delivered)
            let request = try #require(apns.record.requests.first)
            #expect(request.path == "/3/device/\(APNsTrial.token)")
            #expect(request.id == id.uuidString.lowercased())
            let fields = request.fields
            #expect(fields["apns-topic"] == "org.example.chairside")
            #expect(fields["apns-push-type"] == "alert")
            #expect(fields["apns-priority"] == "10")
            #expect(fields["apns-collapse-id"] == "visit-7")
            #expect(fields["apns-expiration"] == "\(1_764_000_000 + 86_400)")
            let aps = request.body["aps"]
            #expect(aps?["alert"]?["title"]?.string == "Tomorrow at nine")
            #expect(aps?["alert"]?["body"]?.string == "Open the app")
            #expect(aps?["badge"]?.integer == 3)
            #expect(request.body["data"]?["url"]?.string == "chairside://appointments/7")
            #expect(request.body["data"]?["type"]?.string == "appointment.reminder")
            let second = apns.record.requests[1].fields
            #expect(second["apns-priority"] == "5")
            #expect(second["apns-collapse-id"] == other.uuidString.lowercased())
        }
    }

    @Test func `a collapse key that APNs does not accept is sent as a hash, and equal keys have equal hashes`()
        async throws
    {
        try await withAPNs { apns in
            let (long, other) = (String(repeating: "k", count: 65), String(repeating: "l", count: 65))
            for key in [long, long, other, String(repeating: "k", count: 64), "a b"] {
                #expect(await apns.deliver(message(collapseKey: key)) == .delivered)
            }
            let sent = apns.record.requests.compactMap { $0.fields["apns-collapse-id"] }
            #expect(sent.count == 5)
            #expect(sent.allSatisfy { (1...64).contains($0.utf8.count) })
            #expect(sent[0] == sent[1] && sent[0] != sent[2])
            #expect(sent[3] == String(repeating: "k", count: 64))
            #expect(sent[4] != "a b")
        }
    }

    @Test func `a push message's text that is too long is shortened, so that a request to APNs has at most 4096 bytes`()
        async throws
    {
        try await withAPNs { apns in
            for body in [String(repeating: "a", count: 5_000), String(repeating: "\"\u{1}", count: 3_000), "ü😀x"] {
                #expect(await apns.deliver(message(body: String(repeating: body, count: 3))) == .delivered)
            }
            for request in apns.record.requests {
                #expect(request.body.bytes.count <= 4_096)
                let text = request.body["aps"]?["alert"]?["body"]?.string
                #expect(text == "ü😀xü😀xü😀x" || text?.hasSuffix("…") == true)
            }
            #expect(apns.record.requests[0].body.bytes.count > 4_090)
        }
    }

    @Test func `a push message whose title alone is too large is refused and not sent`() async throws {
        try await withAPNs { apns in
            let outcome = await apns.deliver(message(title: String(repeating: "t", count: 4_096)))
            #expect(outcome == .refused(reason: "PayloadTooLarge"))
            #expect(apns.record.requests.isEmpty)
        }
    }

    @Test func `an expired push message is refused and not sent`() async throws {
        try await withAPNs { apns in
            apns.clock.advance(minutes: 24 * 60)
            #expect(await apns.deliver(message()) == .refused(reason: "Expired"))
            #expect(apns.record.requests.isEmpty)
        }
    }

    @Test(arguments: ["", "a", "zz", "../x", "a1 b2", String(repeating: "a", count: 401)])
    func `a token that cannot be a device token of APNs is reported as gone, and no push is sent to it`(token: String)
        async throws
    {
        try await withAPNs { apns in
            #expect(await apns.channel.deliver(message(), to: token) == .gone(since: nil))
            #expect(apns.record.requests.isEmpty)
        }
    }
}
