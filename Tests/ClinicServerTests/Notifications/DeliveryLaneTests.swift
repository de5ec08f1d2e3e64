import Clinic
import ClinicOperations
import ClinicServer
import ClinicTestSupport
import EventLoop
import EventSourcing
import Identifiers
import PostgresClient
import Push
import SQL
import ServiceFakes
import TestSupport
import Testing

/// Tests that deliveries to a slow push service do not delay deliveries to others.
@Suite(.database(.demo)) struct DeliveryLaneTests {
    /// A channel of notifications. Its messages to one of two push services wait until a gate opens.
    private struct TwoServices: PushChannel {
        /// A part of each push token of the service whose messages wait.
        let slow: String
        let waiting: FakeChannel
        let prompt = FakeChannel()

        func deliver(_ message: PushMessage, to token: String) async -> PushOutcome {
            await (token.contains(slow) ? waiting : prompt).deliver(message, to: token)
        }
    }

    /// Adds a push registration of the patient's session with another push service.
    private func register(_ platform: String, _ token: String, _ bench: OutboxBench) async throws {
        try await bench.perform(
            """
            INSERT INTO user_device (
                user_device_id, platform, push_token, environment, clinic_id, account_id, session_id, registered_at)
            SELECT gen_random_uuid(), \(platform), \(token), 'production', clinic_id, account_id, session_id, registered_at
            FROM user_device WHERE user_device_id = \(bench.device)
            """)
    }

    private func sent(_ bench: OutboxBench) async throws -> Int {
        try await bench.rows().count { $0.hasPrefix("push sent") }
    }

    /// Sends six notifications to each of two services. At most two deliveries to the same service are in progress at a
    /// time. The first service does not answer before the second one has got all six messages.
    private func share(
        _ bench: OutboxBench, slow: String, _ channels: @escaping @Sendable (any PushChannel) -> NotificationChannels
    ) async throws {
        try await bench.notify(count: 6)
        let gates = (0..<2).map { _ in AsyncStream.makeStream(of: Void.self) }
        let waiting = FakeChannel(.held(gates[0].stream, .delivered), .held(gates[1].stream, .delivered))
        let both = TwoServices(slow: slow, waiting: waiting)
        let at = bench.now
        try await Installation.demo().withServices { services, _ in
            var limits = NotificationWorker.Limits()
            limits.placesOfLane = 2
            limits.patience = .seconds(600)
            let worker = NotificationWorker(services, channels(both), limits: limits)
            for _ in 0..<10_000 where try await sent(bench) < 6 { _ = try await worker.search(at: at) }
            #expect(both.prompt.messages.count == 6)
            #expect(waiting.messages.count == 2)
            for gate in gates { gate.continuation.finish() }
            for _ in 0..<100 where try await sent(bench) < 12 { _ = try await worker.deliver(at: at) }
        }
        #expect(waiting.messages.count == 6)
        #expect(try await sent(bench) == 12)
    }

    @Test
    func `with two places in a lane, an unresponsive push service gets two messages, and another one all its messages`()
        async throws
    {
        let bench = try await OutboxBench.prepare()
        try await register("android", "prompt", bench)
        try await bench.registerAppleToken("slow")
        try await share(bench, slow: "slow") { NotificationChannels(push: [.appleSandbox: $0, .google: $0]) }
    }

    /// Registers a browser of the test's patient with the push service of each host, and removes the other device.
    private func register(_ hosts: String..., bench: OutboxBench) async throws {
        try await Practice.open { practice in
            let patient = try await practice.signIn("patient1")
            for host in hosts {
                let made = try await patient.register(Browser(path: "/push/1"), at: "https://\(host)")
                #expect(made.status == 201)
            }
        }
        try await bench.perform("DELETE FROM user_device WHERE user_device_id = \(bench.device)")
    }

    @Test func `a host of Web Push that does not answer holds up no message to a known browser's push service`()
        async throws
    {
        let bench = try await OutboxBench.prepare()
        try await register("slow.example", "web.push.apple.com", bench: bench)
        try await share(bench, slow: "slow.example") { NotificationChannels(push: [.web: $0]) }
    }

    @Test func `the push service of each known browser has a lane, and all other hosts have one lane together`()
        async throws
    {
        let bench = try await OutboxBench.prepare()
        try await register(
            "a.example:8443", "b.example", "notify.windows.com.example", "fcm.googleapis.com",
            "wns2-par02p.notify.windows.com", bench: bench)
        try await bench.notify()
        let lanes = try await bench.perform(
            "SELECT lane, count(*) FROM notification_outbox WHERE clinic_id = \(bench.clinic) GROUP BY 1 ORDER BY 1"
        ).map { "\(try $0.text(0)): \(try $0.int64(1))" }
        #expect(
            lanes == [
                "web production fcm.googleapis.com: 1", "web production notify.windows.com: 1",
                "web production other: 3",
            ])
    }

    @Test
    func `a full lane is searched again once half of its places are free, also after a delivery of another lane`()
        async throws
    {
        let bench = try await OutboxBench.prepare()
        try await register("android", "slow", bench)
        try await bench.notify(count: 3)
        let gate = AsyncStream.makeStream(of: Void.self)
        let both = TwoServices(slow: "slow", waiting: FakeChannel(.held(gate.stream, .delivered)))
        try await Installation.demo().withServices { services, _ in
            var limits = NotificationWorker.Limits()
            limits.placesOfLane = 1
            limits.patience = .seconds(600)
            limits.pause = .seconds(100_000)
            let channels = NotificationChannels(push: [.appleSandbox: both, .google: both])
            let worker = NotificationWorker(services, channels, limits: limits)
            _ = try await worker.search(at: bench.now)
            worker.start()
            _ = try await eventually { try await sent(bench) == 3 ? true : nil }
            gate.continuation.finish()
            let all = try? await eventually { try await sent(bench) == 6 ? true : nil }
            await worker.stop()
            #expect(all == true)
        }
    }
}
