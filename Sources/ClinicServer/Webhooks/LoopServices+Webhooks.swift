import Endpoints
import EventLoop
import EventSourcing
import Identifiers
import Identity
import JSON
import PostgresClient
import SQL
import WebhookClient

extension LoopServices {
    /// Registers a webhook, which gets the events after the present end of the feed.
    ///
    /// - Throws: 409 if the URL is refused or the clinic has too many webhooks.
    func register(_ draft: WebhookDraft, in clinic: UUIDBytes, at now: Instant) async throws -> NewWebhook {
        let url = try await checked(draft.url)
        let id = UUIDBytes.version7(at: now)
        let secret = WebhookSecret(bytes: identity.newWebhookSecret())
        let sealed = try identity.sealWebhookSecret(secret.bytes, of: id)
        let rows = try await reads.perform([
            // The lock makes registrations of webhooks of one clinic wait for each other, so that the count of the
            // clinic's webhooks is right.
            "SELECT pg_advisory_xact_lock(hashtextextended('webhooks ' || \(clinic.text)::text, 0))",
            """
            INSERT INTO webhook (
                clinic_id, webhook_id, url, event_types, secret, position, leased_until, retry_at, created_at, changed_at)
            SELECT \(clinic), \(id), \(url.text), \(draft.eventTypes.map(\.name)), \(Bytes(sealed)),
                coalesce((SELECT last_position FROM clinic_feed WHERE clinic_id = \(clinic)), 0),
                \(now), \(now), \(now), \(now)
            WHERE (SELECT count(*) FROM webhook WHERE clinic_id = \(clinic)) < \(WebhookLimit.mostOfClinic)
            RETURNING \(Webhook.columns)
            """,
        ])
        guard let row = rows.last?.first else { throw Problem(.tooManyWebhooks) }
        return NewWebhook(webhook: try Webhook(row), secret: secret.text)
    }

    func webhooks(in clinic: UUIDBytes) async throws -> [Webhook] {
        let rows = try await reads.perform(
            """
            SELECT \(Webhook.columns) FROM webhook WHERE clinic_id = \(clinic) ORDER BY created_at, webhook_id
            """, effect: .reads)
        return try rows.map { try Webhook($0) }
    }

    /// Changes columns of a webhook, unless the request's `If-Match` or `If-None-Match` forbids that.
    ///
    /// - Parameters:
    ///   - columns: the assignments of an UPDATE.
    ///   - more: further parts of the statement's WITH clause, which can read the changed row from `changed`.
    /// - Throws: 404 if the clinic has no such webhook; 412 if a precondition of the request fails; 409 if another
    ///   request changes the webhook at the same time.
    func change(
        _ id: UUIDBytes, _ columns: Statement, in clinic: UUIDBytes, _ call: ServerCall, with more: Statement = ""
    ) async throws -> WorkAnswer {
        let found = try await reads.perform(
            "SELECT version FROM webhook WHERE clinic_id = \(clinic) AND webhook_id = \(id)", effect: .reads)
        guard let version = try found.first?.int64(0) else { throw Problem.notFound }
        try call.preconditions().check(version: version)
        let rows = try await reads.perform(
            """
            WITH changed AS (
                UPDATE webhook SET version = version + 1, changed_at = \(call.now), \(columns)
                WHERE clinic_id = \(clinic) AND webhook_id = \(id) AND version = \(version)
                RETURNING *
            )\(more)
            SELECT \(Webhook.columns) FROM changed
            """)
        guard let row = rows.first else { throw Problem(.contention) }
        return WorkAnswer(200, Webhook.codec.bytes(try Webhook(row)))
    }

    /// Resumes a webhook.
    ///
    /// - Parameter skips: whether to skip the events up to the present end of the feed, and to drop the waiting
    ///   messages of earlier events.
    func resume(
        _ id: UUIDBytes, skipping skips: Bool, in clinic: UUIDBytes, _ call: ServerCall
    ) async throws -> WorkAnswer {
        let columns: Statement = """
            state = 'active', disabled_reason = NULL, failing_since = NULL, retry_at = \(call.now)
            """
        guard skips else { return try await change(id, columns, in: clinic, call) }
        // The claim's number is increased, so that a server which has claimed the webhook and already read the skipped
        // events cannot add their messages.
        let skipping: Statement = """
            \(columns), claim = claim + 1,
            position = coalesce((SELECT last_position FROM clinic_feed WHERE clinic_id = \(clinic)), 0)
            """
        return try await change(
            id, skipping, in: clinic, call,
            with: """
                , dropped AS (
                    UPDATE webhook_delivery AS d SET state = 'dropped', settled_at = \(call.now)
                    FROM changed
                    WHERE d.clinic_id = changed.clinic_id AND d.webhook_id = changed.webhook_id
                        AND d.state = 'queued' AND d.position IS NOT NULL
                )
                """)
    }

    func removeWebhook(_ id: UUIDBytes, in clinic: UUIDBytes) async throws {
        let rows = try await reads.perform(
            "DELETE FROM webhook WHERE clinic_id = \(clinic) AND webhook_id = \(id) RETURNING webhook_id")
        guard !rows.isEmpty else { throw Problem.notFound }
    }

    /// Gives a webhook a new secret. For one more day, messages are also signed with the secret that it replaces.
    func rotateSecret(of id: UUIDBytes, in clinic: UUIDBytes, at now: Instant) async throws -> WebhookSecret {
        let secret = WebhookSecret(bytes: identity.newWebhookSecret())
        let sealed = try identity.sealWebhookSecret(secret.bytes, of: id)
        let rows = try await reads.perform(
            """
            UPDATE webhook
            SET old_secret = secret, old_secret_until = \(now.adding(days: 1)), secret = \(Bytes(sealed)),
                version = version + 1, changed_at = \(now)
            WHERE clinic_id = \(clinic) AND webhook_id = \(id) RETURNING webhook_id
            """)
        guard !rows.isEmpty else { throw Problem.notFound }
        return secret
    }

    /// Adds a test message to a webhook, unless a test message waits already.
    func test(_ id: UUIDBytes, in clinic: UUIDBytes, at now: Instant) async throws -> WebhookDelivery {
        let delivery = UUIDBytes.version7(at: now)
        let waits: Statement = """
            clinic_id = \(clinic) AND webhook_id = \(id) AND state = 'queued' AND position IS NULL
            """
        let rows = try await reads.perform([
            // The lock of the webhook's row makes two simultaneous requests for a test message run one after the other.
            "SELECT FROM webhook WHERE clinic_id = \(clinic) AND webhook_id = \(id) FOR NO KEY UPDATE",
            """
            INSERT INTO webhook_delivery (
                clinic_id, webhook_id, delivery_id, type, entities, occurred_at, created_at)
            SELECT clinic_id, webhook_id, \(delivery), \(WebhookEventType.test), '[]', \(now), \(now) FROM webhook
            WHERE clinic_id = \(clinic) AND webhook_id = \(id)
                AND NOT EXISTS (SELECT FROM webhook_delivery WHERE \(waits))
            """,
            "SELECT \(WebhookDelivery.columns) FROM webhook_delivery WHERE \(waits)",
        ])
        guard let row = rows.last?.first else { throw Problem.notFound }
        return try WebhookDelivery(row)
    }

    /// The last messages of a webhook, the latest first.
    func deliveries(of id: UUIDBytes, in clinic: UUIDBytes) async throws -> [WebhookDelivery] {
        let rows = try await reads.perform(
            [
                "SELECT FROM webhook WHERE clinic_id = \(clinic) AND webhook_id = \(id)",
                """
                SELECT \(WebhookDelivery.columns) FROM webhook_delivery
                WHERE clinic_id = \(clinic) AND webhook_id = \(id)
                ORDER BY created_at DESC, position DESC NULLS FIRST, delivery_id DESC LIMIT \(WebhookLimit.mostShown)
                """,
            ], effect: .reads)
        guard let found = rows.first, !found.isEmpty else { throw Problem.notFound }
        return try (rows.last ?? .none).map { try WebhookDelivery($0) }
    }

    /// Reads the URL of a webhook. A name is looked up for at most two seconds.
    ///
    /// - Throws: 409 if the server refuses to send messages to the URL. Each attempt to send checks the address again.
    func checked(_ text: String) async throws -> WebhookURL {
        let url: WebhookURL
        do throws(WebhookURL.Refusal) {
            url = try WebhookURL(text, permitsLocal: shared.webhooks.permitsLocal)
        } catch { throw Self.refused(error) }
        guard !shared.webhooks.permitsLocal, !url.isNumeric else { return url }
        if await leadsToPrivateAddress(url) { throw Self.refused(.host) }
        return url
    }

    private static func refused(_ reason: WebhookURL.Refusal) -> Problem {
        Problem(.webhookURLRefused).with("reason", reason.rawValue, .string(max: 40))
    }

    private func leadsToPrivateAddress(_ url: WebhookURL) async -> Bool {
        let (answers, report) = AsyncStream.makeStream(of: Bool.self, bufferingPolicy: .bufferingOldest(1))
        let lookUp = loop.task { [loop] in
            let found = (try? await resolve(host: url.host, port: url.port, on: loop)) ?? []
            report.yield(found.contains { !PublicAddress.contains($0) })
        }
        let limit = loop.task { [loop] in
            _ = try? await loop.sleep(for: .seconds(2))
            report.yield(false)
        }
        var isPrivate = false
        for await answer in answers {
            isPrivate = answer
            break
        }
        lookUp.cancel()
        limit.cancel()
        return isPrivate
    }
}
