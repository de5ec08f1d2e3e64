import EventChain
import EventSourcing
import Identifiers
import PostgresClient
import SQL

/// A table whose rows are in the record chain: access log, security log, records of credentials, or stored answers.
///
/// The statements read plain columns of tables in `public`, and use nothing else than PostgreSQL's own operators: the
/// verification's connection has `pg_catalog` alone in its search path.
enum RecordSource: String, CaseIterable {
    case accesses = "patient_access"
    case securityEvents = "security_event"
    case credentials = "credential_record"
    case commands = "command"

    /// The statement that selects the id, the time and the chained columns of the rows with the given ids. The time is
    /// NULL for tables whose rows have no time of their own.
    func rows(_ ids: [UUIDBytes], of clinic: UUIDBytes) -> Statement {
        switch self {
        case .accesses:
            """
            SELECT l.access_id, l.accessed_at, l.account_id, l.subject_id, l.role, l.operation, l.patients
            FROM ONLY public.patient_access AS l WHERE l.clinic_id = \(clinic) AND l.access_id = ANY (\(ids))
            """
        case .securityEvents:
            """
            SELECT l.event_id, l.at, l.type, l.account_id, l.actor_id, l.detail
            FROM ONLY public.security_event AS l WHERE l.clinic_id = \(clinic) AND l.event_id = ANY (\(ids))
            """
        case .credentials:
            """
            SELECT l.record_id, NULL::timestamptz, l.number, l.source, l.key, l.digest
            FROM ONLY public.credential_record AS l WHERE l.clinic_id = \(clinic) AND l.record_id = ANY (\(ids))
            """
        case .commands:
            """
            SELECT l.command_id, NULL::timestamptz, l.actor, l.first_position, l.last_position, l.answer, l.location
            FROM ONLY public.command AS l WHERE l.clinic_id = \(clinic) AND l.command_id = ANY (\(ids))
            """
        }
    }

    /// The values of a row, as texts, of which its digest is made.
    func parts(_ row: Row) throws -> [String?] {
        switch self {
        case .accesses:
            [
                try row.timestamp(1).microsecondsText, try row.uuid(2).text, try row.uuid(3).text, try row.text(4),
                try row.text(5), try row.uuids(6).map(\.text).joined(separator: ","),
            ]
        case .securityEvents:
            [
                try row.timestamp(1).microsecondsText, try row.text(2), try row.optionalUUID(3)?.text,
                try row.optionalUUID(4)?.text, try row.text(5),
            ]
        case .credentials:
            [
                "\(try row.int64(2))", try row.text(3), try row.text(4),
                try row.optionalBytes(5).map { RecordDigest.hex($0) },
            ]
        case .commands:
            [
                try row.optionalUUID(2)?.text, try row.optionalInt64(3).map { "\($0)" },
                try row.optionalInt64(4).map { "\($0)" }, try row.optionalText(5), try row.optionalText(6),
            ]
        }
    }

    /// Whether a row may differ from its digest without a report, since its content was deleted properly. A stored answer
    /// is deleted after thirty days, or when the person in it is erased.
    func mayDiffer(_ row: Row) throws -> Bool { self == .commands ? try row.isNull(5) : false }

    /// Whether a chained row may be missing without a report. Rows of the access log and the security log are deleted
    /// after six years.
    func mayBeGone(_ id: UUIDBytes, at now: Instant) -> Bool {
        switch self {
        case .accesses, .securityEvents: id.milliseconds < (now.secondsSince1970 - 6 * 31_557_600 + 86_400) * 1_000
        case .credentials, .commands: false
        }
    }

    /// The statement that selects rows that should be in the record chain and are not.
    ///
    /// - Parameter ends: for each clinic, the last chained position, and the last chained id.
    func unchained(_ ends: [UUIDBytes: (position: Int64, id: UUIDBytes)]) -> Statement {
        let clinics = Array(ends.keys)
        let positions = clinics.map { ends[$0]?.position ?? 0 }
        // Rows may be chained up to 26 hours late.
        let ids = clinics.map { UUIDBytes(firstAt: (ends[$0]?.id.milliseconds ?? 0) - 27 * 3_600_000) }
        return """
            WITH sealed AS MATERIALIZED (
                SELECT s.clinic_id, substr(s.items, 32 * n.n + 1, 16) AS id
                FROM ONLY public.record_segment AS s
                CROSS JOIN LATERAL generate_series(0, octet_length(s.items) / 32 - 1) AS n (n)
                WHERE s.source = \(rawValue)
            )
            SELECT l.clinic_id, l.id
            FROM (\(self.ids)) AS l
            JOIN unnest(\(clinics), \(positions), \(ids)) AS e (clinic_id, position, id) ON e.clinic_id = l.clinic_id
            WHERE (l.position <= e.position OR l.position IS NULL AND l.id < e.id)
                AND NOT EXISTS (SELECT FROM sealed AS i WHERE i.clinic_id = l.clinic_id AND i.id = uuid_send(l.id))
            ORDER BY 1, 2 LIMIT 1000
            """
    }

    /// A query for clinic and id of all rows, and the position by which stored answers are chained.
    private var ids: Statement {
        switch self {
        case .accesses:
            "SELECT clinic_id, access_id AS id, NULL::bigint AS position FROM ONLY public.patient_access"
        case .securityEvents:
            "SELECT clinic_id, event_id AS id, NULL::bigint AS position FROM ONLY public.security_event"
        case .credentials:
            "SELECT clinic_id, record_id AS id, NULL::bigint AS position FROM ONLY public.credential_record"
        case .commands:
            """
            SELECT clinic_id, command_id AS id, last_position AS position FROM ONLY public.command
            WHERE last_position IS NOT NULL
            """
        }
    }
}

extension Timestamp {
    /// The microseconds since 1970, as the schema's function `microseconds` writes them.
    var microsecondsText: String { "\(microsecondsSince1970)" }
}

extension UUIDBytes {
    /// The time of a version 7 id (RFC 9562 §5.7), in milliseconds since 1970.
    var milliseconds: Int64 { bytes.prefix(6).reduce(0) { $0 << 8 | Int64($1) } }

    /// The smallest version 7 id of a time in milliseconds since 1970.
    init(firstAt milliseconds: Int64) { self.init(high: UInt64(max(0, milliseconds)) << 16, low: 0) }
}
