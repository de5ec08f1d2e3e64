import Clinic
import Endpoints
import EventSourcing
import Identifiers
import JSON
import PostgresClient
import SQL

/// The endpoints for dead deliveries of notifications. Admins list them and send them again.
enum DeliveriesAPI {
    static let endpoints: [Endpoint<ServerAction>] = [list, sendAgain]

    private static let list = Endpoint<ServerAction>(
        .get, "/api/v1/notification-deliveries", id: "listDeadDeliveries",
        summary: "List the deliveries of notifications that were given up, the oldest first",
        details: """
            A delivery is given up if the service refuses the message, if the delivery has failed \
            \(DeliveryBackoff.mostAttempts) times, or if no attempt succeeded before `expires_at`. A delivery is \
            listed for 30 days after that.
            """,
        tag: NotificationsAPI.tag, for: AdminOnly.self, takes: .page(key: [.second, .uuid]),
        answers: [.page(of: DeadDelivery.codec, "A page of deliveries")]
    ) { caller, page in
        .work { services, _ in
            let rows = try await services.documents.read(DeadDelivery.query(caller.clinic, page), of: caller.clinic)
            var found: [DeadDelivery] = []
            for row in rows { found.append(try DeadDelivery(row)) }
            return WorkAnswer(200, DeadDelivery.page(found, limit: page.limit))
        }
    }

    private static let sendAgain = Endpoint<ServerAction>(
        .post, "/api/v1/notification-deliveries/{delivery_id}/send", id: "sendDeliveryAgain",
        summary: "Send a dead delivery again",
        details: """
            The delivery gets as many attempts as a new delivery. The message has the same id as before, so the \
            service and the device can recognize it. After `expires_at` the delivery is not sent and stays given up.
            """,
        tag: NotificationsAPI.tag, for: AdminOnly.self,
        takes: .path("delivery_id", Codec<UUIDBytes>.uuid.described("The delivery's id.")),
        answers: [.noContent("Nothing; the delivery waits to be sent")], problems: [.notFound]
    ) { caller, delivery in
        .work { services, call in
            // The first statement changes only a dead delivery. After the first request the delivery is not dead any
            // more, so a repeated request has no effect.
            let rows = try await services.reads.perform([
                """
                UPDATE notification_outbox
                SET state = 'queued', attempts = 0, next_attempt_at = \(call.now), settled_at = NULL
                WHERE clinic_id = \(caller.clinic) AND outbox_id = \(delivery) AND state = 'dead'
                    AND expires_at > \(call.now)
                """,
                """
                SELECT FROM notification_outbox
                WHERE clinic_id = \(caller.clinic) AND outbox_id = \(delivery) AND state <> 'sent'
                """,
            ])
            guard rows.last?.isEmpty == false else { throw Problem.notFound }
            return WorkAnswer(204)
        }
    }
}

/// A dead delivery, as admins see it. It does not name its recipient.
private struct DeadDelivery: Sendable {
    let id: UUIDBytes
    /// The version of the delivery. It is the number of times that servers have claimed the delivery, since a server
    /// claims it before each attempt.
    let version: Int64
    let type: NotificationType
    let channel: NotificationChannel
    let attempts: Int
    let reason: String?
    let at: Instant
    let expires: Instant

    static let codec = object(
        DeadDelivery.init(id:version:type:channel:attempts:reason:at:expires:),
        field("id", \.id, .uuid.described("The delivery's id.")),
        field("version", \.version, .version),
        field("type", \.type, NotificationType.codec.described("The kind of the notification.")),
        field("channel", \.channel, .stringEnum.described("The channel of the delivery.")),
        field("attempts", \.attempts, .int(0...1000).described("The number of attempts.")),
        optionalField("reason", \.reason, .string(max: 200).described("Why the delivery was given up.")),
        field("created_at", \.at, .instant.described("When the notification was caused, in UTC.")),
        field("expires_at", \.expires, .instant.described("After this time the notification is not delivered, in UTC."))
    ).described("A delivery that was given up.").named("DeadDelivery")

    static func query(_ clinic: UUIDBytes, _ page: Page) -> Statement {
        var after: Statement = ""
        if let values = page.after?.values, values.count == 2, let at = Instant(rfc3339: values[0]),
            let id = UUIDBytes(values[1])
        {
            after = "AND (created_at, outbox_id) > (\(at), \(id))"
        }
        return """
            SELECT outbox_id, type, channel, attempts, reason, created_at, expires_at, claim FROM notification_outbox
            WHERE clinic_id = \(clinic) AND state = 'dead' \(after)
            ORDER BY created_at, outbox_id LIMIT \(page.limit + 1)
            """
    }

    init(_ row: Row) throws {
        guard let type = NotificationType(rawValue: try row.text(1)),
            let channel = NotificationChannel(rawValue: try row.text(2))
        else { throw PostgresError.protocolViolation("an unknown kind of delivery") }
        self.init(
            id: try row.uuid(0), version: try row.int64(7), type: type, channel: channel,
            attempts: Int(try row.int32(3)),
            reason: try row.optionalText(4),
            at: Instant(secondsSince1970: try row.timestamp(5).microsecondsSince1970 / 1_000_000),
            expires: Instant(secondsSince1970: try row.timestamp(6).microsecondsSince1970 / 1_000_000))
    }

    private init(
        id: UUIDBytes, version: Int64, type: NotificationType, channel: NotificationChannel, attempts: Int,
        reason: String?, at: Instant, expires: Instant
    ) {
        self.id = id
        self.version = version
        self.type = type
        self.channel = channel
        self.attempts = attempts
        self.reason = reason
        self.at = at
        self.expires = expires
    }

    static func page(_ rows: [DeadDelivery], limit: Int) -> [UInt8] {
        let shown = rows.prefix(limit)
        let next = rows.count > limit ? shown.last.map { Cursor([$0.at.rfc3339, $0.id.text]).text } : nil
        return Page.bytes(Array(shown), codec, next: next)
    }
}

extension CursorKey {
    /// A value of a page's cursor that is an instant in whole seconds.
    fileprivate static let second = CursorKey { Instant(rfc3339: $0) != nil }
}
