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

/// Tests how workers claim rows of the notification outbox, and that deliveries follow a person's preferences.
@Suite(.database(.demo)) struct OutboxClaimTests {
    @Test
    func `another server makes a delivery whose claim has ended, and the outcome from the first server is not stored`()
        async throws
    {
        let bench = try await OutboxBench.prepare()
        try await bench.notify()
        let (gate, open) = AsyncStream.makeStream(of: Void.self)
        let channel = FakeChannel(.held(gate, .refused(reason: "late")))
        let at = bench.now
        try await bench.withWorkers(2, channel) { workers, loop in
            let first = loop.task { try await workers[0].deliver(at: at) }
            await channel.untilAsked()
            #expect(try await workers[1].deliver(at: at.adding(seconds: 119)) == 0)
            #expect(try await workers[1].deliver(at: at.adding(seconds: 120)) == 1)
            open.finish()
            _ = try await first.value
        }
        #expect(try await bench.rows() == ["push sent 2"])
    }

    @Test func `a clinic with many due deliveries does not keep another clinic's delivery waiting`() async throws {
        let (busy, calm) = try await (OutboxBench.prepare(), OutboxBench.prepare(in: "harbor"))
        try await busy.notify(count: 50)
        try await calm.notify()
        let channel = FakeChannel()
        let at = calm.now
        let rows = try await busy.withWorkers(1, channel) { workers, _ in try await workers[0].deliver(at: at) }
        #expect(rows == 5)
        #expect(try await calm.rows() == ["push sent 1"])
    }

    @Test func `if fewer places are free than clinics have due deliveries, the clinics get the places in turn`()
        async throws
    {
        let bench = try await OutboxBench.prepare()
        try await bench.notify(count: 3)
        let others = [UUIDBytes(high: 0, low: 1), UUIDBytes(high: .max, low: 0)]
        // The rows of clinics that do not exist are dropped when they are delivered.
        try await bench.perform(
            """
            INSERT INTO notification_outbox (
                clinic_id, outbox_id, notification_id, person_id, type, channel, device_id, next_attempt_at, expires_at,
                created_at)
            SELECT other.id, o.outbox_id, o.notification_id, o.person_id, o.type, o.channel, o.device_id,
                o.next_attempt_at, o.expires_at, o.created_at
            FROM notification_outbox AS o CROSS JOIN unnest(\(others)::uuid[]) AS other (id)
            WHERE o.clinic_id = \(bench.clinic)
            """)
        var limits = NotificationWorker.Limits()
        (limits.placesOfLane, limits.rowsOfClinicAtOnce) = (2, 1)
        let at = bench.now
        try await bench.withWorkers(1, FakeChannel(), limits: limits) { workers, _ in
            for _ in 0..<3 { #expect(try await workers[0].deliver(at: at) == 2) }
            let left = try await bench.perform(
                "SELECT count(*) FROM notification_outbox WHERE state = 'queued' GROUP BY clinic_id"
            ).map { try $0.int64(0) }
            #expect(left == [1, 1, 1])
            #expect(try await workers[0].deliver(at: at) == 2)
            #expect(try await workers[0].deliver(at: at) == 1)
            #expect(try await workers[0].deliver(at: at) == 0)
        }
    }

    @Test(arguments: [2, 512]) func `a search claims no more rows than the lane and the worker have room for`(
        total: Int
    ) async throws {
        let bench = try await OutboxBench.prepare()
        try await bench.notify(count: 10)
        var limits = NotificationWorker.Limits()
        (limits.placesOfLane, limits.deliveriesAtOnce) = (3, total)
        let (expected, at) = (min(3, total), bench.now)
        try await bench.withWorkers(1, FakeChannel(), limits: limits) { workers, _ in
            #expect(try await workers[0].search(at: at) == expected)
            let claimed = try await bench.perform("SELECT FROM notification_outbox WHERE attempts > 0")
            #expect(claimed.count == expected)
            while try await workers[0].deliver(at: at) > 0 {}
        }
    }

    @Test func `a notification of a kind that the person does not want on devices has no delivery to a device`()
        async throws
    {
        let bench = try await OutboxBench.prepare()
        try await bench.choose(NotificationPreferences(push: [.recallDue], mail: []))
        try await bench.notify()
        #expect(try await bench.rows().isEmpty)
    }

    @Test func `a waiting delivery is dropped if the person does not want its kind of notification any more`()
        async throws
    {
        let bench = try await OutboxBench.prepare()
        try await bench.notify()
        try await bench.choose(NotificationPreferences(push: [], mail: []))
        let channel = FakeChannel()
        try await bench.deliver(channel)
        #expect(channel.messages.isEmpty)
        #expect(try await bench.rows().isEmpty)
    }

    @Test func `an account whose owner has not confirmed the membership gets no notification`() async throws {
        let bench = try await OutboxBench.prepare()
        try await bench.notify()
        try await bench.perform("UPDATE membership SET awaits_owner = true WHERE subject_id = \(bench.patient)")
        let channel = FakeChannel()
        try await bench.deliver(channel)
        #expect(channel.messages.isEmpty)
        #expect(try await bench.rows().isEmpty)
        try await bench.notify(after: 2_000_000)
        #expect(try await bench.rows().isEmpty)
    }

    @Test func `in quiet hours only notifications of the exempt kinds are delivered`() async throws {
        let bench = try await OutboxBench.prepare()
        let end = try #require(LocalTime("23:59"))
        for exempt in [[], [NotificationType.paymentReceived]] {
            let quiet = QuietHours(start: .midnight, end: end, exempt: exempt)
            try await bench.perform("DELETE FROM notification_preference")
            try await bench.choose(
                NotificationPreferences(push: NotificationType.allCases, mail: [], quietHours: quiet))
            try await bench.perform("DELETE FROM notification_inbox")
            try await bench.notify(after: exempt.isEmpty ? 1_000_000 : 2_000_000)
            let channel = FakeChannel()
            try await bench.deliver(channel)
            #expect(channel.messages.count == (exempt.isEmpty ? 0 : 1))
        }
    }

    @Test func `a delivery for which the server has no push channel waits, and is dropped once it has expired`()
        async throws
    {
        let bench = try await OutboxBench.prepare()
        try await bench.perform("UPDATE user_device SET platform = 'android' WHERE user_device_id = \(bench.device)")
        try await bench.notify()
        try await bench.deliver(FakeChannel())
        #expect(try await bench.rows() == ["push queued 0"])
        try await bench.deliver(FakeChannel(), after: 8 * 86_400)
        #expect(try await bench.rows().isEmpty)
    }

    @Test
    func `the erasure of a patient deletes the patient's deliveries, read marks and preferences of notifications`()
        async throws
    {
        let bench = try await OutboxBench.prepare()
        try await bench.notify()
        try await bench.choose(.standard)
        try await bench.perform(
            "INSERT INTO notification_mark (clinic_id, person_id) VALUES (\(bench.clinic), \(bench.patient))")
        try await bench.perform(
            """
            UPDATE person_key SET destroyed_at = now(), wrapped = NULL, master_key = NULL
            WHERE clinic_id = \(bench.clinic) AND person_id = \(bench.patient) AND retention = 1
            """)
        #expect(try await bench.rows().isEmpty)
        let left = try await bench.perform(
            """
            SELECT person_id FROM notification_preference WHERE person_id = \(bench.patient)
            UNION ALL SELECT person_id FROM notification_mark WHERE person_id = \(bench.patient)
            """)
        #expect(left.isEmpty)
    }
}
