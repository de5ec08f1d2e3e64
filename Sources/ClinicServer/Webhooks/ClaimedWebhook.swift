import EventSourcing
import Identifiers
import JSON
import PostgresClient
import SQL

/// A webhook that a server has claimed: the server alone adds and sends its messages until the claim ends.
struct ClaimedWebhook: Sendable {
    let clinic: UUIDBytes
    let id: UUIDBytes
    /// The number of the claim. Only the server with the last claim of a webhook may write the webhook's rows.
    let claim: Int64
    let position: Int64
    let eventTypes: Set<String>
    let isActive: Bool

    /// Reads a row that `ClaimedWebhook.claim` returns.
    init(_ row: Row) throws(PostgresError) {
        clinic = try row.uuid(0)
        id = try row.uuid(1)
        claim = try row.int64(2)
        position = try row.int64(3)
        eventTypes = Set(try row.text(4).split(separator: " ").map(String.init))
        isActive = try row.bool(5)
    }

    /// Claims webhooks that have new events or due messages, those that have waited longest first. Webhooks that
    /// another server is claiming are left out.
    ///
    /// - Parameters:
    ///   - failing: whether to claim the webhooks whose last attempt failed; if not, the other webhooks are claimed.
    ///   - term: the time in seconds after which another server may claim the webhook.
    static func claim(atMost limit: Int, failing: Bool, at now: Instant, term: Int64) -> Statement {
        """
        WITH due AS MATERIALIZED (
            SELECT w.clinic_id, w.webhook_id FROM webhook AS w
            WHERE w.leased_until <= \(now) AND (w.failing_since IS NOT NULL) = \(failing) AND (
                EXISTS (
                    SELECT FROM webhook_delivery AS d
                    WHERE d.clinic_id = w.clinic_id AND d.webhook_id = w.webhook_id AND d.state = 'queued'
                        AND d.position IS NULL)
                OR w.state = 'active' AND w.retry_at <= \(now) AND (
                    EXISTS (
                        SELECT FROM clinic_feed AS f
                        WHERE f.clinic_id = w.clinic_id AND f.last_position > w.position)
                    OR EXISTS (
                        SELECT FROM webhook_delivery AS d
                        WHERE d.clinic_id = w.clinic_id AND d.webhook_id = w.webhook_id AND d.state = 'queued')))
            ORDER BY w.leased_until LIMIT \(Int64(limit)) FOR NO KEY UPDATE OF w SKIP LOCKED
        )
        UPDATE webhook AS w SET claim = w.claim + 1, leased_until = \(now.adding(seconds: term))
        FROM due WHERE w.clinic_id = due.clinic_id AND w.webhook_id = due.webhook_id
        RETURNING w.clinic_id, w.webhook_id, w.claim, w.position, array_to_string(w.event_types, ' '),
            w.state = 'active'
        """
    }

    private var isMine: Statement { "clinic_id = \(clinic) AND webhook_id = \(id) AND claim = \(claim)" }

    /// Adds a webhook's messages about the events up to a position, and stores this position as the webhook's. Does
    /// nothing if this claim is not the webhook's latest one, if another position is stored for the webhook, or if the
    /// webhook is not active.
    func add(_ messages: [WebhookMessage], upTo last: Int64, at now: Instant) -> Statement {
        let entities = messages.map { String(decoding: WebhookMessage.entitiesCodec.bytes($0.entities), as: UTF8.self) }
        return """
            WITH held AS (
                UPDATE webhook SET position = \(last)
                WHERE \(isMine) AND position = \(position) AND state = 'active'
                RETURNING clinic_id, webhook_id
            )
            INSERT INTO webhook_delivery (
                clinic_id, webhook_id, delivery_id, position, type, entities, occurred_at, created_at)
            SELECT held.clinic_id, held.webhook_id, m.id, m.position, m.type, m.entities::json, m.at, \(now)
            FROM held CROSS JOIN unnest(
                \(messages.map(\.id))::uuid[], \(messages.compactMap(\.position))::bigint[],
                \(messages.map(\.type))::text[], \(entities)::text[], \(messages.map(\.occurred))::timestamptz[]
            ) AS m (id, position, type, entities, at)
            ON CONFLICT DO NOTHING
            """
    }

    /// Renews the claim of a webhook, and selects the webhook's next message; no row if this claim is not the webhook's
    /// latest one, or if no message is due.
    func next(at now: Instant, term: Int64) -> Statement {
        """
        WITH held AS (
            UPDATE webhook SET leased_until = \(now.adding(seconds: term)) WHERE \(isMine)
            RETURNING clinic_id, webhook_id, url, secret, state, retry_at,
                CASE WHEN old_secret_until > \(now) THEN old_secret END AS old_secret
        )
        SELECT held.url, held.secret, held.old_secret, d.delivery_id, d.type, d.position, d.entities, d.occurred_at,
            d.attempts
        FROM held CROSS JOIN LATERAL (
            SELECT d.* FROM webhook_delivery AS d
            WHERE d.clinic_id = held.clinic_id AND d.webhook_id = held.webhook_id AND d.state = 'queued'
                AND (d.position IS NULL OR held.state = 'active' AND held.retry_at <= \(now))
            ORDER BY d.position NULLS FIRST LIMIT 1) AS d
        """
    }

    /// Ends the claim of a webhook, so that a server that searches for webhooks can claim it again.
    func release(at now: Instant) -> Statement { "UPDATE webhook SET leased_until = \(now) WHERE \(isMine)" }

    /// Writes the outcome of an attempt to send a webhook's message, if this claim is still the webhook's latest one.
    ///
    /// - Parameters:
    ///   - columns: the SQL assignments to the webhook's row.
    ///   - state: the message's new state.
    func write(
        _ columns: Statement, _ message: UUIDBytes, _ state: WebhookDelivery.State, status: Int?, failure: String?,
        at now: Instant
    ) -> Statement {
        let settled: Instant? = state == .queued ? nil : now
        return """
            WITH held AS (UPDATE webhook SET \(columns) WHERE \(isMine) RETURNING webhook_id)
            UPDATE webhook_delivery
            SET state = \(state.rawValue), attempts = attempts + 1, status = \(status.map { Int32($0) }),
                failure = \(failure), attempted_at = \(now), settled_at = \(settled)
            FROM held
            WHERE webhook_delivery.clinic_id = \(clinic) AND webhook_delivery.webhook_id = held.webhook_id
                AND delivery_id = \(message) AND webhook_delivery.state = 'queued'
            RETURNING delivery_id
            """
    }
}

/// The message that a claimed webhook has to send next.
struct NextWebhookMessage: Sendable {
    let url: String
    let secrets: [[UInt8]]
    let message: WebhookMessage
    let attempts: Int

    /// Reads a row that `ClaimedWebhook.next` returns.
    init(_ row: Row, of webhook: ClaimedWebhook) throws {
        url = try row.text(0)
        secrets = [try row.bytes(1)] + (try row.optionalBytes(2).map { [$0] } ?? [])
        message = WebhookMessage(
            id: try row.uuid(3), type: try row.text(4), clinic: webhook.clinic, webhook: webhook.id,
            position: try row.optionalInt64(5), occurred: Instant(try row.timestamp(7)),
            entities: try WebhookMessage.entitiesCodec.decode(parsing: try row.bytes(6), unknownMembers: .ignored))
        attempts = Int(try row.int32(8))
    }
}
