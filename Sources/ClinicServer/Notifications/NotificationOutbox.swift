import EventSourcing
import Identifiers
import PostgresClient
import SQL

/// A row of the notification outbox that this server has claimed.
struct ClaimedDelivery: Sendable {
    let clinic: UUIDBytes
    let id: UUIDBytes
    /// The number of the claim. Only the server with the last claim of a row may write an outcome.
    let claim: Int64
    /// The number of attempts, the attempt of this claim included.
    let attempts: Int
    let expires: Instant
    /// Whether the mail is for the contact of the person's plan of check-ins, and not for the person.
    let isForContact: Bool
    /// The name of the service that gets the notification's message. Slow deliveries of one service do not delay those
    /// of the others.
    let lane: String

    /// Reads a row that `NotificationOutbox.claim` returns.
    init(_ row: Row) throws(PostgresError) {
        clinic = try row.uuid(0)
        id = try row.uuid(1)
        claim = try row.int64(2)
        attempts = Int(try row.int32(3))
        expires = Instant(secondsSince1970: try row.timestamp(4).microsecondsSince1970 / 1_000_000)
        isForContact = try row.bool(5)
        lane = try row.text(6)
    }
}

/// The statements on the notification outbox.
enum NotificationOutbox {
    /// Claims up to `rowsOfEach` due rows of the notification outbox of each of the next `clinics` clinics after
    /// `last`. So a clinic with many rows does not make the other clinics wait. Rows that another server is claiming
    /// are left out.
    ///
    /// - Parameters:
    ///   - lanes: the lanes whose rows are left out.
    ///   - term: the duration of the claim in seconds. After this time the row is due again if this server has written
    ///     no outcome.
    static func claim(
        after last: UUIDBytes, clinics: Int64, rowsOfEach: Int64, except lanes: [String], at now: Instant, term: Int64
    ) -> Statement {
        let pending: Statement = "o.state IN ('queued', 'failed')"
        let isFree: Statement = lanes.isEmpty ? "true" : "\(lane) <> ALL (\(lanes)::text[])"
        return """
            WITH RECURSIVE waiting (clinic_id) AS (
                (SELECT o.clinic_id FROM notification_outbox AS o WHERE \(pending) AND o.clinic_id > \(last)
                 ORDER BY o.clinic_id LIMIT 1)
                UNION ALL
                SELECT (
                    SELECT o.clinic_id FROM notification_outbox AS o WHERE \(pending) AND o.clinic_id > w.clinic_id
                    ORDER BY o.clinic_id LIMIT 1)
                FROM waiting AS w WHERE w.clinic_id IS NOT NULL
            ), turn AS (
                SELECT w.clinic_id FROM waiting AS w
                WHERE EXISTS (
                    SELECT FROM notification_outbox AS o
                    WHERE o.clinic_id = w.clinic_id AND \(pending) AND o.next_attempt_at <= \(now)
                        AND \(isFree))
                LIMIT \(clinics)
            ), due AS MATERIALIZED (
                SELECT o.clinic_id, o.outbox_id FROM turn CROSS JOIN LATERAL (
                    SELECT o.clinic_id, o.outbox_id FROM notification_outbox AS o
                    WHERE o.clinic_id = turn.clinic_id AND \(pending) AND o.next_attempt_at <= \(now) AND \(isFree)
                    ORDER BY o.next_attempt_at LIMIT \(rowsOfEach) FOR UPDATE SKIP LOCKED) AS o
            )
            UPDATE notification_outbox AS o
            SET claim = o.claim + 1, attempts = o.attempts + 1,
                next_attempt_at = \(now) + \(term) * interval '1 second'
            FROM due WHERE o.clinic_id = due.clinic_id AND o.outbox_id = due.outbox_id
            RETURNING o.clinic_id, o.outbox_id, o.claim, o.attempts, o.expires_at, o.to_contact, \(lane)
            """
    }

    /// An SQL expression for the lane of a row `o`: the platform of the device, `mail`, or for a browser the platform
    /// with the host of its push service.
    private static let lane: Statement = """
        coalesce((
            SELECT concat_ws(' ', d.platform, d.environment, CASE d.platform WHEN 'web' THEN
                lower(substring(d.push_token FROM '"endpoint" *: *"https://([^/"]{1,255})')) END)
            FROM user_device AS d WHERE d.user_device_id = o.device_id), o.channel)
        """

    /// Deletes rows that were settled more than 30 days ago, at most 5,000 at a time.
    static func forget(at now: Instant, limit: Int) -> Statement {
        """
        DELETE FROM notification_outbox AS o USING (
            SELECT clinic_id, outbox_id FROM notification_outbox WHERE settled_at < \(now.adding(days: -30)) LIMIT \(limit)
        ) AS old WHERE o.clinic_id = old.clinic_id AND o.outbox_id = old.outbox_id
        """
    }
}
