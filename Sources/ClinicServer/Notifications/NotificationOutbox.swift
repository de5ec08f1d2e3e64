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

/// The limits of the next search for due rows of the notification outbox in one lane.
struct SearchedLane: Sendable {
    let name: String
    /// The maximum number of rows of the lane that the search claims.
    let free: Int
    /// The search begins with the clinic after this one, in the order of their ids, and ends with this one.
    let last: UUIDBytes
}

/// The statements on the notification outbox.
enum NotificationOutbox {
    /// Claims due rows of the notification outbox. In each lane, up to `rowsOfEach` rows are claimed of each of the next
    /// clinics. So a clinic with many rows does not make the other clinics wait. Rows that another server is claiming
    /// are left out.
    ///
    /// - Parameters:
    ///   - lanes: the lanes that have fewer than `places` free places, or of which rows were claimed before.
    ///   - places: the maximum number of rows of each other lane.
    ///   - room: the maximum number of rows of all lanes.
    ///   - term: the duration of the claim in seconds. After this time the row is due again if this server has written
    ///     no outcome.
    static func claim(
        _ lanes: [SearchedLane], places: Int, room: Int, rowsOfEach: Int, at now: Instant, term: Int64
    ) -> Statement {
        """
        WITH RECURSIVE lane (name) AS (
            (SELECT o.lane FROM notification_outbox AS o WHERE \(isWaiting) ORDER BY o.lane LIMIT 1)
            UNION ALL
            SELECT (
                SELECT o.lane FROM notification_outbox AS o WHERE \(isWaiting) AND o.lane > l.name
                ORDER BY o.lane LIMIT 1)
            FROM lane AS l WHERE l.name IS NOT NULL
        ), searched AS (
            SELECT l.name, coalesce(s.free, \(Int64(places))) AS free, coalesce(s.last, \(first)) AS last
            FROM lane AS l LEFT JOIN unnest(
                \(lanes.map(\.name))::text[], \(lanes.map { Int64($0.free) })::bigint[], \(lanes.map(\.last))::uuid[]
            ) AS s (name, free, last) ON s.name = l.name
            WHERE l.name IS NOT NULL AND coalesce(s.free, 1) > 0 ORDER BY random()
        ), due AS MATERIALIZED (
            SELECT o.clinic_id, o.outbox_id FROM searched AS s CROSS JOIN LATERAL (
                SELECT o.clinic_id, o.outbox_id
                FROM (\(clinics(after: "s.last", upTo: last)) UNION ALL \(clinics(after: first, upTo: "s.last")))
                    AS c (id)
                CROSS JOIN LATERAL (
                    SELECT o.clinic_id, o.outbox_id FROM notification_outbox AS o
                    WHERE \(isWaiting) AND o.lane = s.name AND o.clinic_id = c.id AND o.next_attempt_at <= \(now)
                    ORDER BY o.next_attempt_at LIMIT \(Int64(rowsOfEach)) FOR UPDATE SKIP LOCKED) AS o
                LIMIT s.free) AS o
            LIMIT \(Int64(room))
        )
        UPDATE notification_outbox AS o
        SET claim = o.claim + 1, attempts = o.attempts + 1,
            next_attempt_at = \(now) + \(term) * interval '1 second'
        FROM due WHERE o.clinic_id = due.clinic_id AND o.outbox_id = due.outbox_id
        RETURNING o.clinic_id, o.outbox_id, o.claim, o.attempts, o.expires_at, o.to_contact, o.lane
        """
    }

    /// An SQL condition: the row `o` waits for an attempt.
    private static let isWaiting: Statement = "o.state IN ('queued', 'failed')"

    // The ids before and after those of all clinics, as SQL expressions.
    private static let first: Statement = "'00000000-0000-0000-0000-000000000000'::uuid"
    private static let last: Statement = "'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid"

    /// An SQL query for the clinics with waiting rows of the lane `s`, in the order of their ids. It reads one row of
    /// each clinic, and ends as soon as no more clinics are needed.
    private static func clinics(after last: Statement, upTo end: Statement) -> Statement {
        """
        (WITH RECURSIVE clinic (id) AS (
            (SELECT o.clinic_id FROM notification_outbox AS o
             WHERE \(isWaiting) AND o.lane = s.name AND o.clinic_id > \(last) ORDER BY o.clinic_id LIMIT 1)
            UNION ALL
            SELECT (
                SELECT o.clinic_id FROM notification_outbox AS o
                WHERE \(isWaiting) AND o.lane = s.name AND o.clinic_id > c.id ORDER BY o.clinic_id LIMIT 1)
            FROM clinic AS c WHERE c.id < \(end)
        )
        SELECT id FROM clinic WHERE id <= \(end))
        """
    }

    /// Deletes rows that were settled more than 30 days ago, at most 5,000 at a time.
    static func forget(at now: Instant, limit: Int) -> Statement {
        """
        DELETE FROM notification_outbox AS o USING (
            SELECT clinic_id, outbox_id FROM notification_outbox WHERE settled_at < \(now.adding(days: -30)) LIMIT \(limit)
        ) AS old WHERE o.clinic_id = old.clinic_id AND o.outbox_id = old.outbox_id
        """
    }
}
