import EventSourcing
import Identifiers
import SQL

extension Statement {
    /// Creates the feeds of clinics without any events. In the clinics' order, so that batches never deadlock.
    package static func makeFeeds(of clinics: [UUIDBytes]) -> Statement {
        """
        INSERT INTO clinic_feed (clinic_id, last_position)
        SELECT clinic_id, 0 FROM unnest(\(clinics)) AS new (clinic_id) ORDER BY clinic_id
        ON CONFLICT DO NOTHING
        """
    }

    /// Locks the feeds, in the clinics' order, until the transaction ends.
    package static func lockFeeds(of clinics: [UUIDBytes]) -> Statement {
        """
        SELECT clinic_id, last_position, mark FROM clinic_feed
        WHERE clinic_id = ANY (\(clinics)) ORDER BY clinic_id
        FOR UPDATE
        """
    }

    /// The indexes of the append conditions that failed: an event with the tag came after the known position.
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
        // A tag of all days is not stored itself.
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

    /// Advances locked feeds.
    static func advanceFeeds(_ moves: [UUIDBytes: FeedMove]) -> Statement {
        """
        UPDATE clinic_feed SET last_position = new.last_position, mark = new.mark
        FROM unnest(\(Array(moves.keys)), \(moves.values.map(\.to.position)), \(moves.values.map(\.to.token)))
            AS new (clinic_id, last_position, mark)
        WHERE clinic_feed.clinic_id = new.clinic_id
        """
    }

    /// Locks a feed and advances it if it ends as expected; fails otherwise.
    static func moveFeed(_ clinic: UUIDBytes, _ move: FeedMove) -> Statement {
        "SELECT move_feed(\(clinic), \(move.from.token), \(move.to.position), \(move.to.token))"
    }

    static func notify(_ payloads: [String]) -> Statement {
        "SELECT pg_notify('chairside_event', payload) FROM unnest(\(payloads)) AS new (payload)"
    }
}

/// The append conditions of a batch's commands, column by column.
struct AppendConditions {
    var commands: [Int64] = []
    var clinics: [UUIDBytes] = []
    var tags = TagColumns()
    var known: [Int64] = []
}

extension AppendConditions {
    /// The conditions on tags of all days, column by column.
    fileprivate var ofAllDays: (commands: [Int64], clinics: [UUIDBytes], days: TagRanges, known: [Int64]) {
        let indexes = tags.aspects.indices.filter { tags[$0].isOfAllDays }
        return (
            indexes.map { commands[$0] }, indexes.map { clinics[$0] }, TagRanges(indexes.map { tags[$0] }),
            indexes.map { known[$0] }
        )
    }
}

/// Rows of `event`, column by column.
struct EventRows {
    var clinics: [UUIDBytes] = []
    var positions: [Int64] = []
    var recordedAt: [Instant] = []
    var versions: [Int32] = []
    var types: [String] = []
    var data: [JSONText] = []
    var metadata: [JSONText] = []
    var commands: [UUIDBytes?] = []
}

/// Rows of `event_tag`, column by column.
struct TagRows {
    var clinics: [UUIDBytes] = []
    var tags = TagColumns()
    var positions: [Int64] = []
}

/// Tags, column by column.
struct TagColumns {
    private(set) var subjects: [UUIDBytes] = []
    private(set) var aspects: [Int32] = []

    init() {}

    init(_ tags: some Collection<Tag>) {
        subjects = tags.map(\.subject)
        aspects = tags.map(\.aspect)
    }

    var isEmpty: Bool { subjects.isEmpty }

    subscript(index: Int) -> Tag { Tag(subject: subjects[index], aspect: aspects[index]) }

    mutating func append(_ tag: Tag) {
        subjects.append(tag.subject)
        aspects.append(tag.aspect)
    }
}

/// Tags of all days, column by column.
struct TagRanges {
    let subjects: [UUIDBytes]
    let first: [Int32]
    let last: [Int32]

    init(_ tags: some Collection<Tag>) {
        subjects = tags.map(\.subject)
        first = tags.map(\.aspectsOfDays.lowerBound)
        last = tags.map(\.aspectsOfDays.upperBound)
    }
}

/// Rows of `command`, column by column.
struct CommandRows {
    var clinics: [UUIDBytes] = []
    var ids: [UUIDBytes] = []
    var actors: [UUIDBytes?] = []
    var hashes: [Bytes] = []
    var first: [Int64?] = []
    var last: [Int64?] = []
    var recordedAt: [Instant] = []
    var answers: [UTF8Text?] = []
    var locations: [String?] = []
    var people: [UUIDBytes?] = []
}
