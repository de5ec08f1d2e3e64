import ClinicServer
import EventChain
import EventLoop
import EventSourcing
import Identifiers
import PostgresClient
import SQL

/// Compares the records beside the events with their chain and with the signed heads, and credentials with the records
/// of their changes. Changes nothing. PostgreSQL does the comparison, so memory here does not grow with the number of
/// rows.
///
/// Must run as the tables' owner.
struct RecordVerification: Sendable {
    /// The signed heads of records.
    let heads: [SignedHead]
    let keys: ChainKeyRing

    struct Report: Sendable {
        /// The findings, a line each. They name ids and contain no value, which may be personal.
        var findings: [String] = []
        /// The number of findings beyond those listed.
        var further = 0
        /// The number of signed heads that the chains agree with.
        var heads = 0
    }

    func run(_ configuration: PostgresConfiguration, on loop: EventLoop) async throws -> Report {
        var patient = configuration
        patient.statementTimeout = .zero
        patient.deadline = .seconds(86_400)
        let settings = patient
        return try await loop.run {
            let connection = try await PostgresConnection.connect(settings, on: loop)
            defer { connection.close() }
            _ = try await connection.perform("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", effect: .reads)
            var report = Report()
            let checks =
                [Statement.brokenRecordChains] + RecordSource.allCases.map(\.differences) + [.credentialDifferences]
            for check in checks {
                for row in try await connection.perform(check, effect: .reads) {
                    report.findings.append("clinic \(try row.uuid(0)): \(try row.text(1))")
                    report.further = report.further + Int(try row.int64(2))
                }
            }
            try await look(at: heads, on: connection, &report)
            return report
        }
    }

    /// Compares the chains of records with the signed heads. For each clinic the first head that disagrees is named.
    private func look(at kept: [SignedHead], on connection: PostgresConnection, _ report: inout Report) async throws {
        let stored = try await connection.perform(.allRecordHeads, effect: .reads).map { row throws(PostgresError) in
            try SignedHead(row, of: .records)
        }
        var contradicted: Set<UUIDBytes> = []
        let all = Set(kept + stored).sorted {
            ($0.clinic, $0.position, $0.signedAt) < ($1.clinic, $1.position, $1.signedAt)
        }
        for start in stride(from: 0, to: all.count, by: 1_000) {
            let page = all[start..<min(start + 1_000, all.count)]
            let rows = try await connection.perform(.recordHashes(at: page), effect: .reads)
            for (head, row) in zip(page, rows) {
                if let reason = keys.objection(to: head) {
                    report.findings.append(
                        "clinic \(head.clinic): the head at record segment \(head.position) does not count: \(reason)")
                } else if try row.optionalBytes(0).flatMap({ ChainHash(bytes: $0) }) == head.hash {
                    report.heads += 1
                } else if contradicted.insert(head.clinic).inserted {
                    let isThere = try row.optionalBytes(0) != nil
                    report.findings.append(
                        "clinic \(head.clinic): record segment \(head.position) \(isThere ? "was rewritten" : "is missing"): "
                            + "its head was signed at \(head.signedAt)")
                } else {
                    report.further += 1
                }
            }
        }
    }
}

/// A table whose rows are in the chain of records.
private enum RecordSource: String, CaseIterable {
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

    /// The condition that a missing row may have been deleted rightly: logs are kept for six years.
    private var mayBeGone: Statement {
        switch self {
        case .accesses, .securityEvents: "moment_of(i.id) < now() - interval '6 years'"
        case .credentials, .commands: "false"
        }
    }

    /// The condition that a row can no longer be compared: an answer is deleted after thirty days, and when its person
    /// is erased.
    private var mayDiffer: Statement {
        switch self {
        case .commands: "l.answer IS NULL"
        case .accesses, .securityEvents, .credentials: "false"
        }
    }

    /// The statement for the last row of each clinic that must have been chained: later rows are chained, and these had
    /// more than a day's time.
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

    /// The statement for the first twenty differences of a table: clinic, text, and the number of all further ones.
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

    fileprivate static func firstOf(_ name: Statement) -> Statement {
        """
        SELECT clinic_id, \(name) || ' ' || what,
               CASE row_number() OVER (ORDER BY clinic_id, \(name)) WHEN 20 THEN count(*) OVER () - 20 ELSE 0 END
        FROM found ORDER BY clinic_id, 2 LIMIT 20
        """
    }
}

extension Statement {
    /// The statement for the first segment of each clinic that does not follow from the one before it.
    fileprivate static let brokenRecordChains: Statement = """
        SELECT clinic_id, 'record segment ' || min(number) || ' was altered, or one before it is missing', 0::bigint
        FROM (
            SELECT clinic_id, number,
                   number = coalesce(lag(number) OVER w, 0) + 1
                   AND hash = sha256(coalesce(lag(hash) OVER w, start_of_records(clinic_id)) || segment_digest(s)) AS follows
            FROM record_segment AS s
            WINDOW w AS (PARTITION BY clinic_id ORDER BY number)
        ) AS every
        WHERE NOT follows
        GROUP BY clinic_id ORDER BY clinic_id
        """

    /// The statement for accounts, memberships, second factors and PINs that differ from the last record of their
    /// changes.
    fileprivate static let credentialDifferences: Statement = """
        WITH found AS (
            SELECT coalesce(r.clinic_id, s.clinic_id) AS clinic_id, source, key,
                   CASE WHEN r.digest IS NULL THEN 'was put there past the server'
                        WHEN s.digest IS NULL THEN 'was removed past the server'
                        ELSE 'was altered past the server' END AS what
            FROM (SELECT DISTINCT ON (source, key) * FROM credential_record ORDER BY source, key, number DESC) AS r
            FULL JOIN credential_state AS s USING (source, key)
            WHERE r.digest IS DISTINCT FROM s.digest
        )
        \(RecordSource.firstOf("source || ' ' || key"))
        """

    fileprivate static let allRecordHeads: Statement = """
        SELECT clinic_id, number, hash, signed_at, key_id, signature FROM record_head ORDER BY clinic_id, number
        """

    /// The statement for the hashes of segments, in the order of the heads; NULL for a missing segment.
    fileprivate static func recordHashes(at heads: ArraySlice<SignedHead>) -> Statement {
        """
        SELECT s.hash
        FROM unnest(\(heads.map(\.clinic)), \(heads.map(\.position))) WITH ORDINALITY AS h(clinic_id, number, n)
        LEFT JOIN record_segment AS s USING (clinic_id, number)
        ORDER BY h.n
        """
    }
}
