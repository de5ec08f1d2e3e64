import SQL

/// A table whose rows are in the record chain: access log, security log, credentials or stored answers.
enum RecordSource: String, CaseIterable {
    case accesses = "patient_access"
    case securityEvents = "security_event"
    case credentials = "credential_record"
    case commands = "command"

    private var id: Statement {
        switch self {
        case .accesses: "access_id"
        case .securityEvents: "event_id"
        case .credentials: "record_id"
        case .commands: "command_id"
        }
    }

    private var table: Statement {
        switch self {
        case .accesses: "patient_access"
        case .securityEvents: "security_event"
        case .credentials: "credential_record"
        case .commands: "command"
        }
    }

    /// The SQL condition under which a row of the record chain may be missing from its table without a report. Rows of
    /// the access log and the security log are deleted after six years.
    private var mayBeGone: Statement {
        switch self {
        case .accesses, .securityEvents: "moment_of(i.id) < now() - interval '6 years'"
        case .credentials, .commands: "false"
        }
    }

    /// The SQL condition under which a row may differ from its digest in the record chain without a report, since its
    /// content was deleted properly. A stored answer is deleted after thirty days, or when the person in it is erased.
    private var mayDiffer: Statement {
        switch self {
        case .commands: "l.answer IS NULL"
        case .accesses, .securityEvents, .credentials: "false"
        }
    }

    /// The SQL expression for the position or id up to which every row of the table must be in the record chain. Stored
    /// answers are chained in the order of their positions, so this is the last chained position. Rows of the other
    /// tables may be chained up to 26 hours late. So for them this is the smallest id that belongs to the time 27 hours
    /// before the last chained row.
    private var end: Statement {
        switch self {
        case .commands: "max(s.last_position)"
        case .accesses, .securityEvents, .credentials:
            "first_id(moment_of(max(s.last_id::text)::uuid) - interval '27 hours')"
        }
    }

    private var isDue: Statement {
        switch self {
        case .commands: "l.last_position <= e.sealed_until"
        case .accesses, .securityEvents, .credentials: "l.\(id) < e.sealed_until"
        }
    }

    /// The statement that compares a table's rows with the record chains and selects the first twenty differences. Its
    /// columns are the clinic, the description of the difference, and, in the twentieth row, the number of further
    /// differences.
    var differences: Statement {
        """
        WITH sealed AS MATERIALIZED (
            SELECT s.clinic_id, i.id, i.digest
            FROM record_segment AS s CROSS JOIN sealed_rows(s.items) AS i
            WHERE s.source = \(rawValue)
        ), found AS (
            SELECT i.clinic_id, i.id, CASE WHEN l.clinic_id IS NULL THEN 'is missing' ELSE 'was altered' END AS what
            FROM sealed AS i LEFT JOIN \(table) AS l ON l.clinic_id = i.clinic_id AND l.\(id) = i.id
            WHERE CASE WHEN l.clinic_id IS NULL THEN NOT \(mayBeGone)
                  ELSE NOT \(mayDiffer) AND substr(record_digest(l), 1, 16) <> i.digest END
            UNION ALL
            SELECT l.clinic_id, l.\(id), 'was put there later, past the server'
            FROM \(table) AS l
            JOIN (
                SELECT s.clinic_id, \(end) AS sealed_until
                FROM record_segment AS s WHERE s.source = \(rawValue) GROUP BY s.clinic_id
            ) AS e USING (clinic_id)
            WHERE \(isDue) AND NOT EXISTS (SELECT FROM sealed AS i WHERE i.clinic_id = l.clinic_id AND i.id = l.\(id))
        )
        \(Self.firstOf("\(rawValue) || ' ' || id"))
        """
    }

    static func firstOf(_ name: Statement) -> Statement {
        """
        SELECT clinic_id, \(name) || ' ' || what,
               CASE row_number() OVER (ORDER BY clinic_id, \(name)) WHEN 20 THEN count(*) OVER () - 20 ELSE 0 END
        FROM found ORDER BY clinic_id, 2 LIMIT 20
        """
    }
}
