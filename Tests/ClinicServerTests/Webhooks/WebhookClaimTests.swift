import ClinicServer
import ClinicTestSupport
import EventSourcing
import Identifiers
import PostgresClient
import SQL
import TestSupport
import Testing
import WebhookClient

/// Tests that two servers share the sending of webhooks' messages, and that no message is lost if one of them stops at
/// any point.
@Suite(.database(.demo)) struct WebhookClaimTests {
    private let term = WebhookWorker.Limits().term

    @Test func `two servers that search for due webhooks at the same time send each message once and in order`()
        async throws
    {
        let bench = try await WebhookBench.prepare(bookings: 6)
        let receiver = FakeReceiver()
        try await bench.withWorkers(receiver) { workers in
            var left = true
            while left {
                let first = try await workers[0].search()
                let second = try await workers[1].search()
                left = first + second > 0
                await workers[0].settle()
                await workers[1].settle()
            }
        }
        let added = try await bench.ids()
        #expect(receiver.ids == added)
        #expect(try await bench.rows() == Array(repeating: "delivered 1 200", count: 6))
    }

    @Test
    func `a webhook's message whose server stops while sending is sent by another server, whose outcome counts`()
        async throws
    {
        let bench = try await WebhookBench.prepare(bookings: 2)
        let (stopped, prompt) = (FakeReceiver(.answered(410)), FakeReceiver())
        stopped.hold()
        let term = term
        try await bench.withWorkers(stopped) { workers in
            _ = try await workers[0].search()
            await stopped.untilAsked()
            bench.clock.move(seconds: term - 1)
            try await bench.deliver(prompt)
            #expect(prompt.ids.isEmpty)
            bench.clock.move(seconds: 1)
            try await bench.deliver(prompt)
            stopped.release()
            await workers[0].settle()
        }
        #expect(try await bench.state() == "active")
        #expect(try await bench.rows() == ["delivered 1 200", "delivered 1 200"])
        let added = try await bench.ids()
        #expect(prompt.ids == added)
        #expect(stopped.ids == [prompt.ids[0]])
    }

    @Test func `a webhook's messages wait until the claim of a stopped server has ended, and are sent then`()
        async throws
    {
        let bench = try await WebhookBench.prepare(bookings: 1)
        let (claimed, receiver) = (bench.clock.now.adding(seconds: term), FakeReceiver())
        try await bench.perform("UPDATE webhook SET claim = claim + 1, leased_until = \(claimed)")
        try await bench.deliver(receiver)
        #expect(receiver.ids.isEmpty)
        bench.clock.move(seconds: term)
        try await bench.deliver(receiver)
        #expect(try await bench.rows() == ["delivered 1 200"])
    }

    @Test func `a webhook's messages that are added a second time keep their ids, and are not sent again`() async throws
    {
        let bench = try await WebhookBench.prepare()
        let receiver = FakeReceiver()
        let start = try await bench.perform("SELECT position FROM webhook").first?.int64(0)
        try await bench.deliver(receiver)
        try await bench.perform("UPDATE webhook SET position = \(start)")
        try await bench.deliver(receiver)
        let added = try await bench.ids()
        #expect(receiver.ids == added)
        #expect(receiver.ids.count == 3)
    }

    @Test func `failing webhooks and working webhooks have separate limits on attempts at the same time`() async throws
    {
        let bench = try await WebhookBench.prepare(bookings: 1)
        // Adds more webhooks of the same clinic, whose last attempts have failed.
        try await bench.perform(
            """
            INSERT INTO webhook (clinic_id, webhook_id, url, event_types, secret, position, leased_until, retry_at,
                failing_since, created_at, changed_at)
            SELECT clinic_id, gen_random_uuid(), url, event_types, secret, position, leased_until, retry_at,
                created_at, created_at, changed_at
            FROM webhook, generate_series(1, 5)
            """)
        var limits = WebhookWorker.Limits()
        limits.failingAtOnce = 1
        limits.atOnce = 1
        let small = limits
        try await bench.withWorkers(FakeReceiver(), limits: small) { workers in
            // The worker has one place for webhooks whose last attempt succeeded, and one for webhooks whose last
            // attempt failed.
            let started = try await workers[0].search()
            #expect(started == 2)
            await workers[0].settle()
        }
    }
}
