import Clinic
import ClinicServer
import ClinicTestSupport
import EventLoop
import EventSourcing
import Identifiers
import JSON
import PostgresClient
import Push
import SQL
import Testing
import TestSupport

/// Tests the notification outbox with a fake channel, which gives the answers of a push service.
@Suite(.database(.demo)) struct OutboxTests {
    @Test func `a notification has one delivery to the person's device, and storing the notification again adds none`()
        async throws
    {
        let bench = try await OutboxBench.prepare()
        try await bench.notify()
        #expect(try await bench.rows() == ["push queued 0"])
        try await bench.perform("DELETE FROM notification_inbox WHERE person_id = \(bench.patient)")
        try await bench.notify()
        #expect(try await bench.rows() == ["push queued 0"])
    }

    @Test func `a delivered push message has the standard text, badge and link of its kind, and is not sent again`()
        async throws
    {
        let bench = try await OutboxBench.prepare()
        let id = try await bench.notify()[0]
        let channel = FakeChannel()
        try await bench.deliver(channel)
        try await bench.deliver(channel, after: 3_600)
        #expect(try await bench.rows() == ["push sent 1"])
        #expect(channel.messages.count == 1)
        let message = try #require(channel.messages.first?.message)
        let text = NotificationText.standard(.paymentReceived, in: .english)
        #expect(message.title == text.title && message.body == text.body)
        #expect(message.badge == 1 && message.url == "chairside://payments/\(id.text)")
        #expect(message.type == "payment.received" && !message.isUrgent && message.collapseKey == nil)
    }

    @Test func `a failed delivery is tried again with the same message id, after the pause that the service asks for`()
        async throws
    {
        let bench = try await OutboxBench.prepare()
        try await bench.notify()
        let channel = FakeChannel(.outcome(.retry(after: 600, reason: "busy")))
        try await bench.deliver(channel)
        #expect(try await bench.rows() == ["push failed 1 busy"])
        try await bench.deliver(channel, after: 599)
        #expect(channel.messages.count == 1)
        try await bench.deliver(channel, after: 600)
        #expect(try await bench.rows().map { $0.prefix(11) } == ["push sent 2"])
        #expect(Set(channel.messages.map(\.message.id)).count == 1 && channel.messages.count == 2)
    }

    @Test
    func `a delivery that the push service refuses is dead at once, and is tried again if an admin asks for a retry`()
        async throws
    {
        let bench = try await OutboxBench.prepare()
        try await bench.notify()
        let channel = FakeChannel(.outcome(.refused(reason: "too large")))
        try await bench.deliver(channel)
        try await bench.deliver(channel, after: 7_200)
        #expect(try await bench.rows() == ["push dead 1 too large"])
        try await Practice.open { practice in
            let admin = try await practice.signIn("admin")
            let dead = try await admin.get("notification-deliveries").items
            #expect(dead.count == 1 && dead[0]["reason"]?.string == "too large")
            let id = try dead[0].text("id")
            for _ in 0..<2 { #expect(try await admin.post("notification-deliveries/\(id)/send").status == 204) }
            let other = try await practice.signIn("admin", clinic: "harbor")
            #expect(try await other.get("notification-deliveries").items.isEmpty)
            #expect(try await other.post("notification-deliveries/\(id)/send").status == 404)
        }
        try await bench.deliver(channel, after: 86_400)
        #expect(channel.messages.count == 2)
        #expect(try await bench.rows().allSatisfy { $0.hasPrefix("push sent 1") })
    }

    @Test func `a dead delivery whose notification has expired stays dead when an admin asks for a retry`()
        async throws
    {
        let bench = try await OutboxBench.prepare()
        try await bench.notify()
        try await bench.deliver(FakeChannel(.outcome(.refused(reason: "too large"))))
        try await bench.perform("UPDATE notification_outbox SET expires_at = now() - interval '1 minute'")
        try await Practice.open { practice in
            let admin = try await practice.signIn("admin")
            let dead = try await admin.get("notification-deliveries").items
            let id = try #require(dead.first).text("id")
            #expect(try await admin.post("notification-deliveries/\(id)/send").status == 204)
        }
        try await bench.deliver(FakeChannel())
        #expect(try await bench.rows() == ["push dead 1 too large"])
    }

    @Test func `a delivery that always fails is dead after ten attempts`() async throws {
        let bench = try await OutboxBench.prepare()
        try await bench.notify()
        let channel = FakeChannel()
        for attempt in 1...10 as ClosedRange<Int64> {
            let failing = FakeChannel(.outcome(.retry(after: nil, reason: "down")))
            try await bench.deliver(failing, after: attempt * 7_200)
            #expect(failing.messages.count == 1)
        }
        #expect(try await bench.rows() == ["push dead 10 down"])
        try await bench.deliver(channel, after: 6 * 86_400)
        #expect(channel.messages.isEmpty)
    }

    @Test func `a registration that the push service does not know any more is removed`() async throws {
        let bench = try await OutboxBench.prepare()
        try await bench.notify()
        try await bench.deliver(FakeChannel(.outcome(.gone(since: bench.now.adding(hours: 1)))))
        #expect(try await bench.rows() == ["push dead 1 the registration is gone"])
        let devices = try await bench.perform("SELECT FROM user_device WHERE user_device_id = \(bench.device)")
        #expect(devices.isEmpty)
    }

    @Test func `a registration renewed after the push service called it gone is kept, and the delivery is tried again`()
        async throws
    {
        let bench = try await OutboxBench.prepare()
        try await bench.notify()
        let channel = FakeChannel(.outcome(.gone(since: bench.now.adding(days: -1))))
        try await bench.deliver(channel)
        try await bench.deliver(channel, after: 3_600)
        #expect(try await bench.rows().map { $0.prefix(11) } == ["push sent 2"])
    }

    @Test func `a delivery fails if the push channel does not answer in time, and other deliveries are still made`()
        async throws
    {
        let bench = try await OutboxBench.prepare()
        try await bench.notify(count: 2)
        var limits = NotificationWorker.Limits()
        limits.patience = .milliseconds(100)
        try await bench.deliver(FakeChannel(.hang), limits: limits)
        #expect(try await bench.rows().sorted() == ["push failed 1 no answer in time", "push sent 1"])
    }

    @Test func `if two workers run at once, each delivery is made once`() async throws {
        let bench = try await OutboxBench.prepare()
        try await bench.notify(count: 60)
        let channel = FakeChannel()
        let at = bench.now
        try await bench.withWorkers(2, channel) { workers, loop in
            for _ in 0..<30 {
                let first = loop.task { try await workers[0].deliver(at: at) }
                let second = loop.task { try await workers[1].deliver(at: at) }
                _ = try await (first.value, second.value)
            }
        }
        #expect(channel.messages.count == 60)
        #expect(Set(channel.messages.map(\.message.id)).count == 60)
    }

    @Test func `all rows that were settled more than 30 days ago are deleted, however many there are`() async throws {
        let bench = try await OutboxBench.prepare()
        try await bench.notify(count: 5)
        try await bench.deliver(FakeChannel())
        try await bench.notify(after: 2_000_000)
        try await bench.deliver(FakeChannel(), after: 86_400)
        var limits = NotificationWorker.Limits()
        limits.rowsForgottenAtOnce = 2
        let later = bench.now.adding(days: 30).adding(seconds: 1)
        try await bench.withWorkers(1, FakeChannel(), limits: limits) { workers, _ in
            try await workers[0].forget(at: later)
        }
        #expect(try await bench.rows().count == 1)
    }

    @Test func `a notification older than a day is not delivered`() async throws {
        let bench = try await OutboxBench.prepare()
        try await bench.notify(age: 86_401)
        #expect(try await bench.rows().isEmpty)
    }

    @Test func `the standard notification preferences in the database equal the program's standard preferences`()
        async throws
    {
        for channel in NotificationChannel.allCases {
            let rows = try await TestDatabase.current.withConnection { connection in
                try await connection.perform(
                    "SELECT ARRAY(SELECT json_array_elements_text(standard_notifications(\(channel.rawValue))))")
            }
            let types = try #require(rows.first).texts(0)
            #expect(types == NotificationPreferences.standard.types(on: channel).map(\.rawValue))
        }
    }
}
