import Clinic
import EventLoop
import EventSourcing
import EventStore
import Identifiers
import Identity
import JSON
import Logging
import PostgresClient
import SQL
import WebhookClient

/// Sends the messages of webhooks, together with the other servers.
///
/// A server claims webhooks that have new events or due messages, adds the messages of new events, and sends them one
/// after another. A claim is a lease: if the server stops, another one continues when the lease ends. Each write checks
/// that the server's claim is still the webhook's latest one. No message is lost, but one can be sent twice, with the
/// same id.
package final class WebhookWorker {
    package struct Limits: Sendable {
        /// The pause between two searches for webhooks with new events or due messages.
        package var pause = Duration.seconds(2)
        /// The maximum number of webhooks that this server works for at the same time, not counting those whose last
        /// attempt failed.
        package var atOnce = 32
        /// The maximum number of webhooks whose last attempt failed that this server works for at the same time. They
        /// are counted separately, so that receivers that do not answer do not delay the other webhooks.
        package var failingAtOnce = 16
        /// The length of a lease in seconds. It is longer than an attempt with its writes.
        package var term: Int64 = 45
        /// The maximum number of messages that are sent in one turn of a webhook.
        package var messagesInTurn = 50
        /// The maximum number of events that are read at a time, and the maximum number of messages of a webhook that
        /// wait.
        package var eventsAtOnce = 200

        package init() {}
    }

    private let services: LoopServices
    private let limits: Limits
    private let clock: () -> Instant
    private let send: (WebhookRequest) async -> WebhookOutcome
    private let turns: ClaimedTurns<Lane>
    private var forgetsAt: Instant?

    /// The lane of a webhook's attempts: one lane is for webhooks whose last attempt failed, one for all other
    /// webhooks.
    private enum Lane: Hashable { case working, failing }

    /// Creates the worker that sends the messages of webhooks. `start` starts it.
    ///
    /// - Parameters:
    ///   - clock: the present time.
    ///   - send: sends a request to a webhook's receiver, and returns its outcome.
    package init(
        _ services: LoopServices, limits: Limits = Limits(), clock: @escaping () -> Instant = { .now },
        send: @escaping (WebhookRequest) async -> WebhookOutcome
    ) {
        self.services = services
        self.limits = limits
        self.clock = clock
        self.send = send
        turns = ClaimedTurns(
            services,
            limits: .init(
                pause: limits.pause, places: { $0 == .failing ? limits.failingAtOnce : limits.atOnce },
                total: limits.atOnce + limits.failingAtOnce),
            complaint: "messages of webhooks cannot be sent")
    }

    /// Starts to search for webhooks that have new events or due messages.
    func start() {
        turns.start { [self] in
            try await search()
            try await forget()
            return false
        }
    }

    /// Stops the sending of webhooks' messages after the attempts in progress. If the HTTP client is stopped first, the
    /// attempts end at once.
    func stop() async { await turns.stop(cancelling: true) }

    /// Claims as many webhooks as this server can work for besides the present ones, and begins their turns.
    ///
    /// - Returns: the number of claimed webhooks.
    @discardableResult
    package func search() async throws -> Int {
        var count = 0
        for lane in [Lane.working, .failing] {
            let free = turns.free(in: lane)
            guard free > 0 else { continue }
            let rows = try await services.reads.perform(
                ClaimedWebhook.claim(atMost: free, failing: lane == .failing, at: clock(), term: limits.term))
            for row in rows {
                let webhook = try ClaimedWebhook(row)
                turns.begin(in: lane) { [self] in try await take(webhook) }
            }
            count += rows.count
        }
        return count
    }

    /// Waits until the turns of all webhooks have ended.
    package func settle() async { await turns.settle() }

    /// A webhook's turn: adds new messages, and sends messages until one fails, none is left, or the maximum number of
    /// messages of a turn was sent.
    private func take(_ webhook: ClaimedWebhook) async throws {
        if webhook.isActive { try await addMessages(webhook) }
        for _ in 0..<limits.messagesInTurn where !Task.isCancelled {
            let rows = try await services.reads.perform(webhook.next(at: clock(), term: limits.term))
            guard let row = rows.first else { break }
            guard try await deliver(try NextWebhookMessage(row, of: webhook), of: webhook) else { return }
        }
        _ = try await services.reads.perform(webhook.release(at: clock()))
    }

    /// Adds the messages of a webhook for the next events, unless a message of the webhook waits already.
    private func addMessages(_ webhook: ClaimedWebhook) async throws {
        let waiting = try await services.reads.perform(
            """
            SELECT FROM webhook_delivery
            WHERE clinic_id = \(webhook.clinic) AND webhook_id = \(webhook.id) AND state = 'queued' LIMIT 1
            """, effect: .reads)
        guard waiting.isEmpty else { return }
        let (events, last) = try await services.log.events(
            after: webhook.position, atMost: limits.eventsAtOnce, in: webhook.clinic)
        guard let last else { return }
        let messages = events.compactMap { recorded -> WebhookMessage? in
            let stored = type(of: recorded.event.payload).stored.name
            guard let name = WebhookEventType.name(ofStored: stored), webhook.eventTypes.contains(name) else {
                return nil
            }
            return WebhookMessage(
                id: WebhookMessage.id(of: recorded.position, for: webhook.id), type: name, clinic: webhook.clinic,
                webhook: webhook.id, position: recorded.position, occurred: recorded.recordedAt,
                entities: WebhookMessage.entities(of: recorded.event))
        }
        _ = try await services.reads.perform(webhook.add(messages, upTo: last, at: clock()))
    }

    /// Sends a message once and writes the outcome.
    ///
    /// - Returns: whether the webhook's turn continues.
    private func deliver(_ next: NextWebhookMessage, of webhook: ClaimedWebhook) async throws -> Bool {
        let outcome = try await attempt(next, of: webhook)
        let now = clock()
        guard outcome != .failed(.interrupted) else {
            _ = try await services.reads.perform(webhook.release(at: now))
            return false
        }
        let written = try await services.reads.perform(statement(outcome, of: next, webhook, at: now))
        return !written.isEmpty && (outcome.isSuccess || next.message.position == nil)
    }

    private func attempt(_ next: NextWebhookMessage, of webhook: ClaimedWebhook) async throws -> WebhookOutcome {
        let body = WebhookMessage.codec.bytes(next.message)
        let timestamp = clock().secondsSince1970
        let signatures = next.secrets.compactMap { sealed in
            services.identity.openWebhookSecret(sealed, of: webhook.id).map {
                WebhookSecret(bytes: $0).signature(id: next.message.id.text, timestamp: timestamp, body: body)
            }
        }
        let url: WebhookURL
        // The rules for URLs of webhooks can have become stricter since the URL was registered.
        do throws(WebhookURL.Refusal) {
            url = try WebhookURL(next.url, permitsLocal: services.shared.webhooks.permitsLocal)
        } catch { return .failed(.privateAddress) }
        guard !signatures.isEmpty else { throw PostgresError.protocolViolation("a webhook's secret is unreadable") }
        return await send(
            WebhookRequest(
                url,
                fields: [
                    ("Content-Type", "application/json"), ("webhook-id", next.message.id.text),
                    ("webhook-timestamp", "\(timestamp)"), ("webhook-signature", signatures.joined(separator: " ")),
                ], body: body))
    }

    private func statement(
        _ outcome: WebhookOutcome, of next: NextWebhookMessage, _ webhook: ClaimedWebhook, at now: Instant
    ) -> Statement {
        let lease: Statement = "leased_until = \(now.adding(seconds: limits.term))"
        var columns = lease
        var state = WebhookDelivery.State.delivered
        switch (outcome.isSuccess, next.message.position) {
        case (true, nil): break
        case (false, nil): state = .failed
        case (true, _): columns = "\(lease), failing_since = NULL, retry_at = \(now)"
        case (false, _):
            state = .queued
            columns = failure(outcome, after: next.attempts + 1, at: now)
        }
        return webhook.write(
            columns, next.message.id, state, status: outcome.status, failure: outcome.failure?.rawValue, at: now)
    }

    /// The SQL assignments to a webhook's row after a failed attempt to send a message. They end the server's claim.
    private func failure(_ outcome: WebhookOutcome, after attempts: Int, at now: Instant) -> Statement {
        var random = SystemRandomNumberGenerator()
        let retry = now.adding(seconds: WebhookBackoff.pause(after: attempts, using: &random))
        let isGone = outcome.status == 410
        let limit = now.adding(seconds: -WebhookBackoff.longestFailure)
        let reason = (isGone ? Webhook.DisabledReason.gone : .unanswered).rawValue
        // A webhook that an admin has paused during an attempt to send a message stays paused.
        let ends: Statement = "state = 'active' AND (\(isGone) OR failing_since <= \(limit))"
        return """
            leased_until = \(now), retry_at = \(retry), failing_since = coalesce(failing_since, \(now)),
            disabled_reason = CASE WHEN \(ends) THEN \(reason) ELSE disabled_reason END,
            state = CASE WHEN \(ends) THEN 'disabled' ELSE state END
            """
    }

    /// Deletes some of the messages that were settled more than seven days ago, once an hour.
    private func forget() async throws {
        let now = clock()
        guard now >= forgetsAt ?? now else { return }
        _ = try await services.reads.perform(
            """
            DELETE FROM webhook_delivery AS d USING (
                SELECT clinic_id, webhook_id, delivery_id FROM webhook_delivery
                WHERE settled_at < \(now.adding(days: -7)) LIMIT 5000
            ) AS old
            WHERE d.clinic_id = old.clinic_id AND d.webhook_id = old.webhook_id AND d.delivery_id = old.delivery_id
            """)
        forgetsAt = now.adding(hours: 1)
    }
}

extension WebhookOutcome {
    /// Whether the receiver of a webhook has accepted the message.
    fileprivate var isSuccess: Bool { status.map { (200...299).contains($0) } ?? false }

    fileprivate var status: Int? { if case .answered(let status) = self { status } else { nil } }

    fileprivate var failure: Failure? { if case .failed(let failure) = self { failure } else { nil } }
}
