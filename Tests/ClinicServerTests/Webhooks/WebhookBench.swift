import ClinicOperations
import ClinicServer
import ClinicTestSupport
import EventLoop
import EventSourcing
import Identifiers
import PostgresClient
import SQL
import Synchronization
import TestSupport
import WebhookClient

/// A clock that a test moves.
final class HandClock: Sendable {
    private let present: Mutex<Instant>

    init(_ start: Instant) { present = Mutex(start) }

    var now: Instant { present.withLock { $0 } }
    func move(seconds: Int64) { present.withLock { $0 = $0.adding(seconds: seconds) } }
}

/// A receiver of webhooks that answers as a test says, and keeps the ids of the messages that it gets.
final class FakeReceiver: Sendable {
    private struct State {
        var ids: [String] = []
        var outcomes: [WebhookOutcome]
        var isHeld = false
        var waiting: [CheckedContinuation<Void, Never>] = []
        var asking: [CheckedContinuation<Void, Never>] = []
    }

    private let state: Mutex<State>

    /// Makes a receiver of webhooks with scripted outcomes.
    ///
    /// - Parameter outcomes: the outcomes of the first attempts. All later ones succeed.
    init(_ outcomes: WebhookOutcome...) { state = Mutex(State(outcomes: outcomes)) }

    /// The values of `webhook-id` of all attempts, in their order.
    var ids: [String] { state.withLock { $0.ids } }

    /// Makes all attempts to send a webhook's message wait until `release` is called.
    func hold() { state.withLock { $0.isHeld = true } }

    func release() {
        let waiting = state.withLock { state in
            defer { state.waiting = [] }
            state.isHeld = false
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Waits until an attempt to send a webhook's message is held.
    func untilAsked() async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if state.waiting.isEmpty { state.asking.append(continuation) }
                return !state.waiting.isEmpty
            }
            if isThere { continuation.resume() }
        }
    }

    func send(_ request: WebhookRequest) async -> WebhookOutcome {
        let outcome = state.withLock { state in
            state.ids.append(request.fields.first { $0.name == "webhook-id" }?.value ?? "")
            return state.outcomes.isEmpty ? .answered(200) : state.outcomes.removeFirst()
        }
        await withCheckedContinuation { continuation in
            let (isHeld, asking) = state.withLock { state in
                if state.isHeld { state.waiting.append(continuation) }
                defer { if state.isHeld { state.asking = [] } }
                return (state.isHeld, state.isHeld ? state.asking : [])
            }
            for asked in asking { asked.resume() }
            if !isHeld { continuation.resume() }
        }
        return outcome
    }
}

/// A webhook of a demo clinic with messages to send. No server runs, so no other worker sends them.
struct WebhookBench {
    let clinic: UUIDBytes
    let webhook: UUIDBytes
    let clock: HandClock

    /// Registers a webhook for bookings, and sets its position in the feed back, so that messages about bookings are to
    /// be sent.
    ///
    /// - Parameter bookings: the number of bookings about which the webhook has sent no message.
    static func prepare(bookings: Int64 = 3) async throws -> WebhookBench {
        var bench: WebhookBench?
        try await Practice.open { practice in
            let admin = try await practice.signIn("admin")
            let made = try await admin.post(
                "webhooks", #"{"url":"https://hooks.clinic.invalid/a","event_types":["appointment.booked"]}"#)
            guard let webhook = UUIDBytes(try made["webhook"]?.text("id") ?? ""),
                let clinic = UUIDBytes(try await admin.get("clinic").text("id"))
            else { throw Missing(what: "a webhook") }
            bench = WebhookBench(clinic: clinic, webhook: webhook, clock: HandClock(try await practice.now()))
        }
        guard let bench else { throw Missing(what: "a webhook") }
        try await bench.perform(
            """
            UPDATE webhook SET position = (
                SELECT min(position) - 1 FROM (
                    SELECT position FROM event WHERE clinic_id = \(bench.clinic) AND type = 'appointment-booked'
                    ORDER BY position DESC LIMIT \(bookings)) AS booked)
            WHERE webhook_id = \(bench.webhook)
            """)
        return bench
    }

    @discardableResult
    func perform(_ statement: Statement) async throws -> Rows {
        try await TestDatabase.current.withConnection { try await $0.perform(statement) }
    }

    /// The webhook's messages, each as the text `state attempts status`, in the order of their positions.
    func rows() async throws -> [String] {
        try await perform(
            """
            SELECT concat_ws(' ', state, attempts, status) FROM webhook_delivery
            WHERE clinic_id = \(clinic) AND webhook_id = \(webhook) ORDER BY position NULLS FIRST
            """
        ).map { try $0.text(0) }
    }

    /// The ids of the webhook's messages, in the order of their positions.
    func ids() async throws -> [String] {
        try await perform(
            """
            SELECT delivery_id::text FROM webhook_delivery
            WHERE clinic_id = \(clinic) AND webhook_id = \(webhook) ORDER BY position NULLS FIRST
            """
        ).map { try $0.text(0) }
    }

    func state() async throws -> String {
        try await perform(
            "SELECT concat_ws(' ', state, disabled_reason) FROM webhook WHERE webhook_id = \(webhook)"
        ).first?.text(0) ?? ""
    }

    /// Runs a body with workers of two servers that send to the same receiver.
    func withWorkers<T: Sendable>(
        _ receiver: FakeReceiver, limits: WebhookWorker.Limits = .init(),
        _ body: @escaping @Sendable ([WebhookWorker]) async throws -> T
    ) async throws -> T {
        let clock = clock
        return try await Installation.demo().withServices { services, _ in
            let workers = (0..<2).map { _ in
                WebhookWorker(services, limits: limits, clock: { clock.now }) { await receiver.send($0) }
            }
            return try await body(workers)
        }
    }

    /// Lets one worker send what is due, until nothing is left.
    func deliver(_ receiver: FakeReceiver, limits: WebhookWorker.Limits = .init()) async throws {
        try await withWorkers(receiver, limits: limits) { workers in
            while try await workers[0].search() > 0 { await workers[0].settle() }
        }
    }
}
