import Clinic
import EventLoop
import EventSourcing
import Identifiers
import PostgresClient
import SQL
import Synchronization

/// The lag of the asynchronous projections, over all clinics and servers, as PostgreSQL reported within the last few
/// seconds.
final class AsyncProjectionWatch: Sendable {
    struct Reading: Sendable {
        let table: String
        /// The number of events that are not projected yet.
        let events: Int64
        /// The seconds since the oldest unprojected event was recorded.
        let seconds: Int64
        /// The number of clinics in which the projection is stopped.
        let stoppedClinics: Int64
    }

    private let last = Mutex<(readings: [Reading], at: MonotonicTime)?>(nil)

    private static let holdsFor = Duration.seconds(5)
    static let names = ClinicFeatures.projections.filter { $0.time == .asynchronous }.map(\.table.name.description)

    /// The lag of each asynchronous projection. On the loop of the pool only.
    func readings(_ pool: PostgresPool, within patience: Duration) async throws(PostgresError) -> [Reading] {
        let now = pool.loop.now
        if let known = last.withLock({ $0 }), now < known.at + Self.holdsFor { return known.readings }
        var readings: [Reading] = []
        for row in try await pool.perform(Self.question, effect: .reads, within: patience) {
            readings.append(
                Reading(
                    table: try row.text(0), events: try row.int64(1), seconds: try row.int64(2),
                    stoppedClinics: try row.int64(3)))
        }
        let known = readings
        last.withLock { $0 = (known, now) }
        return readings
    }

    private static let question: Statement = """
        SELECT m.name, coalesce(sum(f.last_position - coalesce(p.position, 0)), 0)::bigint,
            coalesce(max(greatest(0, extract(epoch FROM now() - e.recorded_at))), 0)::bigint,
            count(p.stopped_at)
        FROM unnest(\(names)) AS m (name) LEFT JOIN clinic_feed AS f ON true
        LEFT JOIN behind_position AS p ON p.clinic_id = f.clinic_id AND p.name = m.name
        LEFT JOIN LATERAL (
            SELECT recorded_at FROM event
            WHERE event.clinic_id = f.clinic_id AND event.position = coalesce(p.position, 0) + 1
                AND f.last_position > coalesce(p.position, 0)
            LIMIT 1
        ) AS e ON true
        GROUP BY m.name ORDER BY m.name
        """
}
