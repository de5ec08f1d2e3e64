import ClinicServer
import ClinicTestSupport
import EventSourcing
import Identifiers
import JSON
import PostgresClient
import SQL
import TestSupport
import Testing
import WebhookClient

/// Tests how messages of webhooks are added, sent and repeated.
@Suite(.database(.demo)) struct WebhookDeliveryTests {
    @Test func `a webhook's messages are sent in the order of the feed, and each message once if no attempt fails`()
        async throws
    {
        let bench = try await WebhookBench.prepare(bookings: 5)
        let receiver = FakeReceiver()
        try await bench.deliver(receiver)
        #expect(try await bench.rows() == Array(repeating: "delivered 1 200", count: 5))
        let added = try await bench.ids()
        #expect(receiver.ids == added)
    }

    @Test func `an admin sees a webhook's messages latest first, even if the messages have the same second`()
        async throws
    {
        let bench = try await WebhookBench.prepare(bookings: 6)
        try await bench.deliver(FakeReceiver())
        let added = try await bench.ids()
        try await Practice.open { practice in
            let admin = try await practice.signIn("admin")
            let listed = try await admin.get("webhooks/\(bench.webhook.text)/deliveries").items
            #expect(listed.compactMap { $0["id"]?.string } == added.reversed())
        }
    }

    @Test func `a webhook's message that failed is sent again with the same id, before the messages after it`()
        async throws
    {
        let bench = try await WebhookBench.prepare()
        let receiver = FakeReceiver(.answered(200), .answered(500))
        try await bench.deliver(receiver)
        #expect(try await bench.rows() == ["delivered 1 200", "queued 1 500", "queued 0"])
        bench.clock.move(seconds: 10)
        try await bench.deliver(receiver)
        #expect(try await bench.rows() == ["delivered 1 200", "delivered 2 200", "delivered 1 200"])
        let ids = try await bench.ids()
        #expect(receiver.ids == [ids[0], ids[1], ids[1], ids[2]])
    }

    @Test func `an attempt to send a webhook's message fails on a redirect, and on an address that is not public`()
        async throws
    {
        let bench = try await WebhookBench.prepare(bookings: 1)
        try await bench.deliver(FakeReceiver(.answered(302)))
        #expect(try await bench.rows() == ["queued 1 302"])
        bench.clock.move(seconds: 60)
        try await bench.deliver(FakeReceiver(.failed(.privateAddress)))
        #expect(try await bench.rows() == ["queued 2"])
        let failure = try await bench.perform("SELECT failure FROM webhook_delivery").first?.text(0)
        #expect(failure == "private_address")
    }

    @Test func `an interrupted attempt to send a webhook's message does not count as an attempt`() async throws {
        let bench = try await WebhookBench.prepare(bookings: 1)
        let receiver = FakeReceiver(.failed(.interrupted))
        try await bench.withWorkers(receiver) { workers in
            _ = try await workers[0].search()
            await workers[0].settle()
        }
        #expect(try await bench.rows() == ["queued 0"])
    }

    @Test func `a webhook is disabled if no attempt to send a message succeeds for three days`() async throws {
        let bench = try await WebhookBench.prepare(bookings: 1)
        try await bench.deliver(FakeReceiver(.failed(.timedOut)))
        bench.clock.move(seconds: WebhookBackoff.longestFailure - 1)
        try await bench.deliver(FakeReceiver(.failed(.timedOut)))
        #expect(try await bench.state() == "active")
        bench.clock.move(seconds: 3_600)
        try await bench.deliver(FakeReceiver(.failed(.timedOut)))
        #expect(try await bench.state() == "disabled unanswered")
        #expect(try await bench.rows() == ["queued 3"])
    }

    @Test func `a webhook whose receiver answers 410 is disabled at once`() async throws {
        let bench = try await WebhookBench.prepare()
        try await bench.deliver(FakeReceiver(.answered(410)))
        #expect(try await bench.state() == "disabled gone")
    }

    @Test func `a paused webhook sends test messages only, and a failed test message is not sent again`() async throws {
        let bench = try await WebhookBench.prepare(bookings: 2)
        try await bench.perform("UPDATE webhook SET state = 'paused'")
        try await bench.perform(
            """
            INSERT INTO webhook_delivery (clinic_id, webhook_id, delivery_id, type, entities, occurred_at, created_at)
            SELECT clinic_id, webhook_id, gen_random_uuid(), 'webhook.test', '[]', now(), now() FROM webhook
            """)
        let receiver = FakeReceiver(.answered(500))
        try await bench.deliver(receiver)
        #expect(try await bench.rows() == ["failed 1 500"])
        #expect(try await bench.state() == "paused")
        #expect(receiver.ids.count == 1)
    }

    @Test func `a webhook that is paused during a server's turn sends no more messages in that turn`() async throws {
        let bench = try await WebhookBench.prepare()
        let receiver = FakeReceiver()
        receiver.hold()
        try await bench.withWorkers(receiver) { workers in
            _ = try await workers[0].search()
            await receiver.untilAsked()
            try await bench.perform("UPDATE webhook SET state = 'paused'")
            receiver.release()
            await workers[0].settle()
        }
        #expect(try await bench.rows() == ["delivered 1 200", "queued 0", "queued 0"])
    }

    @Test
    func `the pause between attempts to send a webhook's message grows to an hour, and half of the pause is random`() {
        var random = SystemRandomNumberGenerator()
        for attempts in 1...100 {
            let longest = min(3_600, Int64(10) << Int64(min(attempts - 1, 20)))
            let pause = WebhookBackoff.pause(after: attempts, using: &random)
            #expect((longest / 2...longest).contains(pause))
        }
    }
}
