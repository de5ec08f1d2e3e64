import Clinic
import ClinicOperations
import ClinicServer
import ClinicTestSupport
import EventLoop
import EventSourcing
import Foundation
import JSON
import PostgresClient
import Push
import SQL
import ServiceFakes
import Synchronization
import TestSupport
import Testing

/// Tests the outbox with a fake of APNs that ends connections and streams, and with workers that stop.
@Suite(.database(.demo), .timeLimit(.minutes(30))) struct LostPushTests {
    /// The messages that the fake of APNs has received. The link in a message is different for each notification.
    private struct Record: Sendable {
        var attempts: [String: Int] = [:]
        var accepted: Set<String> = []
        /// The notifications whose success is recorded in the outbox.
        var settled: Set<String> = []
        /// The notifications that were received again after their success was recorded.
        var repeated: Set<String> = []
        var bodies: [JSONValue] = []
    }

    /// A push channel that behaves as if its server stopped after each answer of APNs, before the server writes the
    /// outcome. The channel raises the number of the row's claim, so the worker's outcome is not written, and the row
    /// is due again when the claim ends.
    private struct StoppingChannel: PushChannel {
        let channel: any PushChannel
        let bench: OutboxBench

        func deliver(_ message: PushMessage, to token: String) async -> PushOutcome {
            let outcome = await channel.deliver(message, to: token)
            _ = try? await bench.perform(
                """
                UPDATE notification_outbox SET claim = claim + 1
                WHERE outbox_id = \(message.id.uuidString)::uuid AND clinic_id = \(bench.clinic)
                """)
            return outcome
        }
    }

    /// Answers a complete request: the first attempt of most notifications in one of the ways in which APNs fails, and
    /// all later ones with success.
    private static func answer(
        _ connection: ScriptedConnection, _ frame: ScriptedFrame, _ record: borrowing Mutex<Record>
    ) {
        let body = (try? JSONValue(parsing: frame.payload)) ?? .null
        let url = body["data"]?["url"]?.string ?? ""
        let (attempt, number) = record.withLock { record in
            if record.settled.contains(url) { record.repeated.insert(url) }
            record.attempts[url, default: 0] += 1
            record.bodies.append(body)
            return (record.attempts[url] ?? 0, record.attempts.count)
        }
        let way = attempt == 1 ? number % 7 : 0
        switch way {
        case 1: connection.answer(frame.stream, status: 500)
        case 2: connection.answer(frame.stream, status: 429)
        case 3: connection.reset(frame.stream, code: 2)
        case 4:
            // The fake of APNs has accepted the message, but its answer is lost.
            record.withLock { _ = $0.accepted.insert(url) }
            connection.lose()
        case 5:
            record.withLock { _ = $0.accepted.insert(url) }
            connection.goAway(last: frame.stream)
            connection.answer(frame.stream)
        case _:
            record.withLock { _ = $0.accepted.insert(url) }
            connection.answer(frame.stream)
        }
    }

    private static func note(_ bench: OutboxBench, _ record: borrowing Mutex<Record>) async throws -> Int {
        let rows = try await bench.perform(
            """
            SELECT 'chairside://payments/' || notification_id, state FROM notification_outbox
            WHERE clinic_id = \(bench.clinic)
            """)
        var waiting = 0
        for row in rows {
            let (url, state) = try (row.text(0), row.text(1))
            if state == "sent" { record.withLock { _ = $0.settled.insert(url) } } else { waiting += 1 }
        }
        return waiting
    }

    @Test
    func
        `while APNs fails and workers stop, no notification is lost, and none is sent again after its recorded success`()
        async throws
    {
        let bench = try await OutboxBench.prepare()
        try await bench.registerAppleToken()
        let count = 40
        try await bench.notify(count: count)
        let record = Mutex(Record())
        try await withPushKey { key in
            try await withScriptedPeer { connection, frame in
                guard let frame else { return connection.sendSettings(streams: 8) }
                // A request to the fake of APNs is complete with the DATA frame that ends its stream.
                if frame.type == 0, frame.flags & 1 == 1 { Self.answer(connection, frame, record) }
            } _: { peer in
                for round in 0..<60 as Range<Int64> {
                    let at = bench.now.adding(seconds: round * 3_700)
                    try await Installation.demo().withServices { services, _ in
                        // Each round has new servers. In the first six rounds there is a third server, whose outcomes
                        // are not written, as if it had stopped.
                        let channels = try (0..<3).map { _ in
                            try APNsChannel(key.configuration(peer), on: peer.loop) { bench.now }
                        }
                        var used: [any PushChannel] = [channels[0], channels[1]]
                        if round < 6 { used.append(StoppingChannel(channel: channels[2], bench: bench)) }
                        let workers = used.map { channel in
                            NotificationWorker(services, NotificationChannels(push: [.appleSandbox: channel]))
                        }
                        let work = workers.map { worker in
                            services.loop.task { try await worker.deliver(at: at) }
                        }
                        for task in work { _ = try await task.value }
                        for channel in channels { channel.close() }
                    }
                    if try await Self.note(bench, record) == 0 { break }
                }
            }
        }
        let states = try await bench.rows().map { $0.split(separator: " ")[1] }
        #expect(states == Array(repeating: "sent", count: count))
        let end = record.withLock { $0 }
        #expect(end.accepted == end.settled && end.settled.count == count)
        #expect(end.repeated.isEmpty)
        #expect(end.attempts.values.contains { $0 > 1 })
        let text = NotificationText.standard(.paymentReceived, in: .english)
        for body in end.bodies {
            let url = body["data"]?["url"]?.string ?? ""
            let wanted =
                #"{"aps":{"alert":{"title":"\#(text.title)","body":"\#(text.body)"},"badge":\#(count)},"#
                + #""data":{"url":"\#(url)","type":"payment.received"}}"#
            #expect(body.description == wanted)
        }
    }
}
