import Clinic
import EventSourcing
import PostgresClient
import SQL

/// The lag of an asynchronous projection, over all clinics and servers.
struct ProjectionLag: Sendable {
    let table: String
    /// The number of events that the asynchronous projection has not folded yet.
    let events: Int64
    /// The seconds since the oldest event was recorded that the asynchronous projection has not folded yet.
    let seconds: Int64
    /// The number of clinics in which the asynchronous projection is stopped, since it cannot read an event or a
    /// document.
    let stoppedClinics: Int64

    private static let names = ClinicFeatures.projections.filter { $0.time == .asynchronous }
        .map(\.table.name.description)

    /// The lag of each asynchronous projection.
    static func recent() -> RecentReading<[ProjectionLag]> {
        RecentReading(statement) { rows throws(PostgresError) in
            try rows.map { row throws(PostgresError) in
                ProjectionLag(
                    table: try row.text(0), events: try row.int64(1), seconds: try row.int64(2),
                    stoppedClinics: try row.int64(3))
            }
        }
    }

    private static let statement: Statement = """
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
