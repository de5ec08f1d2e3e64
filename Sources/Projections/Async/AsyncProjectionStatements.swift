import Identifiers
import SQL

extension Statement {
    /// A statement that reads in one snapshot the position and edition of an asynchronous projection in a clinic, the
    /// next events in the columns of `StoredEvent` (NULLs if there are none), and the position of the feed's last
    /// event.
    static func laggingEvents(_ model: String, of clinic: UUIDBytes, limit: Int64) -> Statement {
        """
        SELECT place.position, e.position, e.type, e.schema_version, e.data, e.metadata, e.recorded_at,
               place.edition, feed.last_position
        FROM (SELECT coalesce(max(position), 0) AS position, coalesce(max(edition), 0) AS edition
              FROM behind_position WHERE clinic_id = \(clinic) AND name = \(model)) AS place
        CROSS JOIN (SELECT coalesce(max(last_position), 0) AS last_position
                    FROM clinic_feed WHERE clinic_id = \(clinic)) AS feed
        LEFT JOIN LATERAL (
            SELECT * FROM event
            WHERE event.clinic_id = \(clinic) AND event.position > place.position
                AND event.position <= feed.last_position
            ORDER BY event.position LIMIT \(limit)
        ) AS e ON true
        ORDER BY e.position
        """
    }

    static func moveAsync(_ model: String, in clinic: UUIDBytes, from: ProjectionPosition, to position: Int64)
        -> Statement
    {
        "SELECT move_behind(\(model), \(clinic), \(from.position), \(from.edition), \(position))"
    }

    /// A statement that lets the transaction commit without waiting for the disk. That is safe, since documents and
    /// position are written in the same transaction: if a crash loses both, the events are folded again.
    static let needNotBeDurable: Statement = "SELECT set_config('synchronous_commit', 'off', true)"

    /// The statements that record that an asynchronous projection cannot continue in a clinic.
    ///
    /// - Returns: two statements, of which the second returns one row if the reason is new and the projection is still
    ///   at `place`, otherwise none.
    static func stopAsync(_ model: String, in clinic: UUIDBytes, at place: ProjectionPosition, _ reason: String)
        -> [Statement]
    {
        [
            """
            INSERT INTO behind_position (clinic_id, name, position) VALUES (\(clinic), \(model), 0)
            ON CONFLICT DO NOTHING
            """,
            """
            UPDATE behind_position SET stopped_at = coalesce(stopped_at, now()), stopped_reason = \(reason)
            WHERE clinic_id = \(clinic) AND name = \(model) AND position = \(place.position) AND edition = \(place.edition)
                AND stopped_reason IS DISTINCT FROM \(reason)
            RETURNING clinic_id
            """,
        ]
    }

    /// A statement that sets the positions of asynchronous projections after a rebuild of a clinic's documents, in the
    /// same transaction and under the feed's lock. An `AsyncBatch` that was folded from the old documents is rejected
    /// afterwards.
    static func asyncPosition(_ models: [String], in clinic: UUIDBytes, at position: Int64) -> Statement {
        """
        INSERT INTO behind_position (clinic_id, name, position, edition)
        SELECT \(clinic), model, \(position), 1 FROM unnest(\(models)) AS model ORDER BY model
        ON CONFLICT (clinic_id, name) DO UPDATE
        SET position = EXCLUDED.position, edition = behind_position.edition + 1, stopped_at = NULL, stopped_reason = NULL
        """
    }

    /// A statement that finds the clinics whose feed a projection has not folded completely. A row has the projection's
    /// index among `models`, from 1, and the clinic.
    ///
    /// - Parameter stopped: whether to include projections that cannot continue.
    static func laggingClinics(_ models: [String], stopped: Bool) -> Statement {
        """
        SELECT m.index, f.clinic_id
        FROM clinic_feed AS f CROSS JOIN unnest(\(models)) WITH ORDINALITY AS m (name, index)
        LEFT JOIN behind_position AS p ON p.clinic_id = f.clinic_id AND p.name = m.name
        WHERE f.last_position > coalesce(p.position, 0) AND (p.stopped_at IS NULL OR \(stopped))
        """
    }

    /// A statement that reads the position of the last event of a clinic's feed, the position that the slowest of the
    /// given projections has reached, and whether one of the projections cannot continue.
    static func asyncLag(_ models: [String], of clinic: UUIDBytes) -> Statement {
        """
        SELECT f.last_position, min(coalesce(p.position, 0)), bool_or(p.stopped_at IS NOT NULL)
        FROM clinic_feed AS f CROSS JOIN unnest(\(models)) AS m (name)
        LEFT JOIN behind_position AS p ON p.clinic_id = f.clinic_id AND p.name = m.name
        WHERE f.clinic_id = \(clinic)
        GROUP BY f.last_position
        """
    }

    /// A statement that reads the recorded position of every asynchronous projection in every clinic's feed.
    static let asyncPositions: Statement = "SELECT clinic_id, name, position FROM behind_position"
}
