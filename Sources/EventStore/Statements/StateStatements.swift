import EventSourcing
import Identifiers
import SQL

extension Statement {
    /// A statement that selects, in one snapshot, the feed's last position and each event that has one of the tags and
    /// comes after that tag's position, oldest first. The first column is the feed's last position. If there is no
    /// event, the other columns of the only row are NULL.
    ///
    /// Each event is found by its position, so that PostgreSQL never scans the feed, whatever its estimate of the
    /// clinic's size is.
    ///
    /// - Parameter last: the tags of which only the last event is selected.
    static func states(of clinic: UUIDBytes, after: [Tag: Int64], last: Set<Tag> = []) -> Statement {
        """
        SELECT feed.last_position,
               event.position, event.type, event.schema_version, event.data, event.metadata, event.recorded_at
        FROM (SELECT coalesce(max(last_position), 0) AS last_position
              FROM clinic_feed WHERE clinic_id = \(clinic)) AS feed
        LEFT JOIN (
            SELECT e.*
            FROM (
                \(positions(of: clinic, after: after, last: last))
            ) AS found
            CROSS JOIN LATERAL (
                SELECT * FROM event AS e WHERE e.clinic_id = \(clinic) AND e.position = found.position LIMIT 1
            ) AS e
        ) AS event ON true
        ORDER BY event.position
        """
    }

    /// A statement that selects a clinic's events with one of the tags, up to a position, in the columns that
    /// `StoredEvent` reads.
    package static func events(of clinic: UUIDBytes, under tags: Set<Tag>, upTo last: Int64, limit: Int) -> Statement {
        let all = Dictionary(uniqueKeysWithValues: tags.map { ($0, Int64(0)) })
        return """
            SELECT clinic_id, e.position, type, schema_version, data, metadata, recorded_at
            FROM (
                \(positions(of: clinic, after: all))
            ) AS found
            JOIN event AS e ON e.clinic_id = \(clinic) AND e.position = found.position
            WHERE found.position <= \(last)
            ORDER BY found.position LIMIT \(Int64(limit))
            """
    }

    /// A query for the positions of events with one of the tags. For each tag in `last`, only the position of the tag's
    /// last event is selected. A position may come twice, if it is selected for two tags.
    private static func positions(of clinic: UUIDBytes, after: [Tag: Int64], last: Set<Tag>) -> Statement {
        guard !last.isEmpty else { return positions(of: clinic, after: after) }
        let all = after.filter { !last.contains($0.key) }
        let alone = after.filter { last.contains($0.key) }
        let tags = TagColumns(alone.keys)
        let lasts: Statement = """
            SELECT tagged.position
            FROM unnest(\(tags.subjects), \(tags.aspects), \(Array(alone.values))) AS wanted (subject, aspect, after)
            CROSS JOIN LATERAL (
                SELECT t.position FROM event_tag AS t
                WHERE t.clinic_id = \(clinic) AND t.subject = wanted.subject AND t.aspect = wanted.aspect
                    AND t.position > wanted.after
                ORDER BY t.position DESC LIMIT 1
            ) AS tagged
            """
        return all.isEmpty ? lasts : "\(positions(of: clinic, after: all)) UNION \(lasts)"
    }

    private static func positions(of clinic: UUIDBytes, after: [Tag: Int64]) -> Statement {
        let whole = after.filter { $0.key.isOfAllDays }
        let single = whole.isEmpty ? after : after.filter { !$0.key.isOfAllDays }
        let tags = TagColumns(single.keys)
        let positions: Statement = """
            SELECT DISTINCT tagged.position
            FROM unnest(\(tags.subjects), \(tags.aspects), \(Array(single.values))) AS wanted (subject, aspect, after)
            CROSS JOIN LATERAL (
                SELECT t.position FROM event_tag AS t
                WHERE t.clinic_id = \(clinic) AND t.subject = wanted.subject AND t.aspect = wanted.aspect
                    AND t.position > wanted.after
                OFFSET 0
            ) AS tagged
            """
        guard !whole.isEmpty else { return positions }
        let days = TagRanges(whole.keys)
        return """
            \(positions)
            UNION
            SELECT t.position
            FROM unnest(\(days.subjects), \(days.first), \(days.last), \(Array(whole.values)))
                AS wanted (subject, first_aspect, last_aspect, after)
            JOIN event_tag AS t
                ON t.clinic_id = \(clinic) AND t.subject = wanted.subject
                AND t.aspect BETWEEN wanted.first_aspect AND wanted.last_aspect AND t.position > wanted.after
            """
    }

    /// A statement that selects a range of a clinic's feed, in the columns that `StoredEvent` reads.
    package static func events(of clinic: UUIDBytes, in positions: ClosedRange<Int64>) -> Statement {
        """
        SELECT clinic_id, position, type, schema_version, data, metadata, recorded_at
        FROM event
        WHERE clinic_id = \(clinic) AND position BETWEEN \(positions.lowerBound) AND \(positions.upperBound)
        ORDER BY position
        """
    }

    /// A statement that selects the positions of a clinic's quarantined events.
    package static func quarantined(in clinic: UUIDBytes) -> Statement {
        """
        SELECT (e.data ->> 'position')::bigint
        FROM event_tag AS t JOIN event AS e ON e.clinic_id = t.clinic_id AND e.position = t.position
        WHERE t.clinic_id = \(clinic) AND t.subject = \(Tag.quarantine.subject) AND t.aspect = \(Tag.quarantine.aspect)
        """
    }

    /// A statement that selects the stored answers of commands by clinic and id.
    static func answers(_ commands: [InClinic<UUIDBytes>]) -> Statement {
        """
        SELECT c.clinic_id, c.command_id, c.actor, c.request_hash, c.first_position, c.last_position, c.answer, c.location,
               c.answer_dropped, floor(extract(epoch FROM c.recorded_at))::bigint
        FROM unnest(\(commands.map(\.clinic)), \(commands.map(\.value))) AS wanted (clinic_id, command_id)
        CROSS JOIN LATERAL (
            SELECT * FROM command AS c
            WHERE c.clinic_id = wanted.clinic_id AND c.command_id = wanted.command_id
            LIMIT 1
        ) AS c
        """
    }
}
