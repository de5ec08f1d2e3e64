import PostgresClient
import SQL

/// Three numbers for the metrics: all clinics, all events, and the events that are not in a hash chain yet.
struct FeedReading: Sendable {
    let clinics: Int64
    let events: Int64
    /// The number of events whose hashes are not written yet.
    let unchained: Int64

    static func recent() -> RecentReading<FeedReading> {
        RecentReading(statement) { rows throws(PostgresError) in
            guard let row = rows.first else { throw .protocolViolation("no sums") }
            return FeedReading(clinics: try row.int64(0), events: try row.int64(1), unchained: try row.int64(2))
        }
    }

    private static let statement: Statement = """
        SELECT count(*), coalesce(sum(f.last_position), 0)::bigint,
            coalesce(sum(f.last_position - coalesce(s.last_position, 0)), 0)::bigint
        FROM clinic_feed AS f
        LEFT JOIN LATERAL (
            SELECT first_position + octet_length(hashes) / 32 - 1 AS last_position
            FROM chain_segment AS s WHERE s.clinic_id = f.clinic_id ORDER BY first_position DESC LIMIT 1
        ) AS s ON true
        """
}
