import EventSourcing
import Identifiers
import SQL

extension Statement {
    /// A statement that creates the feeds of clinics that have no events yet. It inserts in the order of the clinics'
    /// ids, so that batches never deadlock.
    package static func makeFeeds(of clinics: [UUIDBytes]) -> Statement {
        """
        INSERT INTO clinic_feed (clinic_id, last_position)
        SELECT clinic_id, 0 FROM unnest(\(clinics)) AS new (clinic_id) ORDER BY clinic_id
        ON CONFLICT DO NOTHING
        """
    }

    /// A statement that locks the feeds, in the order of the clinics' ids, until the transaction ends.
    package static func lockFeeds(of clinics: [UUIDBytes]) -> Statement {
        """
        SELECT clinic_id, last_position, mark FROM clinic_feed
        WHERE clinic_id = ANY (\(clinics)) ORDER BY clinic_id
        FOR UPDATE
        """
    }

    /// A statement that selects the indexes of commands with a failed append condition: an event with the tag came
    /// after the known position.
    static func failedConditions(_ conditions: AppendConditions) -> Statement {
        let single: Statement = """
            SELECT DISTINCT condition.command
            FROM unnest(\(conditions.commands), \(conditions.clinics), \(conditions.tags.subjects),
                        \(conditions.tags.aspects), \(conditions.known))
                AS condition (command, clinic_id, subject, aspect, known)
            CROSS JOIN LATERAL (
                SELECT FROM event_tag AS t
                WHERE t.clinic_id = condition.clinic_id AND t.subject = condition.subject AND t.aspect = condition.aspect
                    AND t.position > condition.known
                LIMIT 1
            ) AS later
            """
        // A tag of all days is not stored itself, so its conditions compare a range of aspects.
        let whole = conditions.ofAllDays
        guard !whole.commands.isEmpty else { return single }
        return """
            \(single)
            UNION
            SELECT condition.command
            FROM unnest(\(whole.commands), \(whole.clinics), \(whole.days.subjects), \(whole.days.first),
                        \(whole.days.last), \(whole.known))
                AS condition (command, clinic_id, subject, first_aspect, last_aspect, known)
            WHERE EXISTS (
                SELECT FROM event_tag AS t
                WHERE t.clinic_id = condition.clinic_id AND t.subject = condition.subject
                    AND t.aspect BETWEEN condition.first_aspect AND condition.last_aspect AND t.position > condition.known
            )
            """
    }

    static func insertEvents(_ rows: EventRows) -> Statement {
        """
        INSERT INTO event (clinic_id, position, recorded_at, schema_version, type, data, metadata, command_id)
        SELECT * FROM unnest(\(rows.clinics), \(rows.positions), \(rows.recordedAt), \(rows.versions), \(rows.types),
                             \(rows.data), \(rows.metadata), \(rows.commands))
        """
    }

    static func insertTags(_ rows: TagRows) -> Statement {
        """
        INSERT INTO event_tag (clinic_id, subject, aspect, position)
        SELECT * FROM unnest(\(rows.clinics), \(rows.tags.subjects), \(rows.tags.aspects), \(rows.positions))
        """
    }

    static func insertCommands(_ rows: CommandRows) -> Statement {
        """
        INSERT INTO command (clinic_id, command_id, actor, request_hash, first_position, last_position, recorded_at,
                             answer, location, person_id)
        SELECT * FROM unnest(\(rows.clinics), \(rows.ids), \(rows.actors), \(rows.hashes), \(rows.first), \(rows.last),
                             \(rows.recordedAt), \(rows.answers), \(rows.locations), \(rows.people))
        """
    }

    /// A statement that advances the last positions of feeds that the transaction has locked.
    static func advanceFeeds(_ moves: [UUIDBytes: FeedMove]) -> Statement {
        """
        UPDATE clinic_feed SET last_position = new.last_position, mark = new.mark
        FROM unnest(\(Array(moves.keys)), \(moves.values.map(\.to.position)), \(moves.values.map(\.to.token)))
            AS new (clinic_id, last_position, mark)
        WHERE clinic_feed.clinic_id = new.clinic_id
        """
    }

    /// A statement that locks a feed and advances it if it ends as expected; it fails otherwise.
    static func moveFeed(_ clinic: UUIDBytes, _ move: FeedMove) -> Statement {
        "SELECT move_feed(\(clinic), \(move.from.token), \(move.to.position), \(move.to.token))"
    }

    static func notify(_ payloads: [String]) -> Statement {
        "SELECT pg_notify('chairside_event', payload) FROM unnest(\(payloads)) AS new (payload)"
    }
}
