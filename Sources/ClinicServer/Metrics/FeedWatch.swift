import EventLoop
import PostgresClient
import SQL
import Synchronization

/// The state of the feeds and their chains, over all clinics, as PostgreSQL reported within the last few seconds.
/// Frequent requests for metrics do not make PostgreSQL count each time.
final class FeedWatch: Sendable {
    struct Reading: Sendable {
        let clinics: Int64
        let events: Int64
        /// The number of events whose hashes are not written yet.
        let unchained: Int64
    }

    private let last = Mutex<(reading: Reading, at: MonotonicTime)?>(nil)

    private static let holdsFor = Duration.seconds(5)

    /// The state of feeds and chains. On the loop of the pool only.
    func reading(_ pool: PostgresPool, within patience: Duration) async throws(PostgresError) -> Reading {
        let now = pool.loop.now
        if let known = last.withLock({ $0 }), now < known.at + Self.holdsFor { return known.reading }
        let rows = try await pool.perform(Self.question, effect: .reads, within: patience)
        guard let row = rows.first else { throw .protocolViolation("no sums") }
        let reading = Reading(clinics: try row.int64(0), events: try row.int64(1), unchained: try row.int64(2))
        last.withLock { $0 = (reading, now) }
        return reading
    }

    private static let question: Statement = """
        SELECT count(*), coalesce(sum(f.last_position), 0)::bigint,
            coalesce(sum(f.last_position - coalesce(s.last_position, 0)), 0)::bigint
        FROM clinic_feed AS f
        LEFT JOIN LATERAL (
            SELECT first_position + octet_length(hashes) / 32 - 1 AS last_position
            FROM chain_segment AS s WHERE s.clinic_id = f.clinic_id ORDER BY first_position DESC LIMIT 1
        ) AS s ON true
        """
}
