import PostgresClient
import SQL

/// The state of the notification outbox, over all clinics and servers.
struct OutboxReading: Sendable {
    /// The number of deliveries that wait for an attempt.
    let waiting: Int64
    /// The number of deliveries that were given up and are still kept.
    let dead: Int64
    /// The age in seconds of the oldest notification that waits to be delivered; 0 if none waits. During a recipient's
    /// quiet hours, a notification can wait for hours.
    let age: Int64
    /// The seconds for which the earliest due attempt to deliver a notification has waited for a server to claim it; 0
    /// if no attempt is due.
    let overdue: Int64

    static func recent() -> RecentReading<OutboxReading> {
        RecentReading(statement) { rows throws(PostgresError) in
            guard let row = rows.first else { throw .protocolViolation("no state of the outbox") }
            return OutboxReading(
                waiting: try row.int64(0), dead: try row.int64(3), age: try row.int64(1), overdue: try row.int64(2))
        }
    }

    private static let statement: Statement = """
        SELECT count(*), coalesce(greatest(0, extract(epoch FROM now() - min(o.created_at))), 0)::bigint,
            coalesce(greatest(0, extract(epoch FROM now() - min(o.next_attempt_at))), 0)::bigint,
            (SELECT count(*) FROM notification_outbox WHERE state = 'dead')
        FROM notification_outbox AS o WHERE o.state IN ('queued', 'failed')
        """
}
