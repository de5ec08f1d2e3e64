public import PostgresClient
import SQL

/// An append of about 100 kB to the event store's own tables, which is rolled back.
///
/// It needs more space than the tables' last pages have, so it fails while an append would. Its rows stay in the tables
/// as dead rows until the next vacuum, so it is sent only while real appends fail.
public enum StorageProbe {
    /// The names of the event store's tables that appends write.
    package static let tables = ["event", "event_tag", "command", "clinic_feed", "person_key"]

    private struct RolledBack: Error {}

    /// Sends the rows and rolls them back.
    ///
    /// - Throws: `PostgresError` if PostgreSQL cannot store them.
    public static func run(on pool: PostgresPool) async throws {
        do {
            try await pool.transaction { connection in
                _ = try await connection.perform(statements)
                throw RolledBack()
            }
        } catch is RolledBack {}
    }

    /// Rows of random hexadecimal digits. They are shorter than 2 kB, so PostgreSQL stores them neither compressed nor
    /// in a TOAST table. Their clinics do not exist.
    private static let statements: [Statement] = [
        "SELECT set_config('lock_timeout', '1s', true)",
        """
        INSERT INTO event (clinic_id, position, recorded_at, schema_version, type, data, metadata)
        SELECT gen_random_uuid(), 1, now(), 1, 'storage-probe', json_build_object('probe', digits), '{}'
        FROM (
            SELECT n, string_agg(md5(n::text || i || random()), '') AS digits
            FROM generate_series(1, 64) AS n CROSS JOIN generate_series(1, 45) AS i GROUP BY n
        ) AS row
        """,
        """
        INSERT INTO event_tag (clinic_id, subject, aspect, position)
        SELECT gen_random_uuid(), gen_random_uuid(), 0, 1 FROM generate_series(1, 400)
        """,
        """
        INSERT INTO command (clinic_id, command_id, request_hash, recorded_at, answer)
        SELECT gen_random_uuid(), gen_random_uuid(), '', now(), repeat('probe', 20) FROM generate_series(1, 200)
        """,
        "INSERT INTO clinic_feed (clinic_id, last_position) SELECT gen_random_uuid(), 0 FROM generate_series(1, 200)",
    ]
}
