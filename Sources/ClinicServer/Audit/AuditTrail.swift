import Clinic
import Endpoints
import EventSourcing
import EventStore
import Identifiers
import PostgresClient
import SQL

/// The filters and the page of an admin's request for the audit trail.
struct AuditFilter: Sendable {
    let clinic: UUIDBytes
    /// The patient's record and all records that are merged with it; empty if the request names no patient.
    let patients: [UUIDBytes]
    let account: UUIDBytes?
    let type: String?
    /// The start of the audit trail's requested time range, inclusive.
    let from: Instant
    /// The end of the audit trail's requested time range, exclusive.
    let to: Instant
    let page: Page

    /// The number of days that a request for the audit trail covers if it names no start.
    private static let usualDays: Int64 = 31

    init(
        clinic: UUIDBytes, patients: [UUIDBytes], account: UUIDBytes?, type: String?, from: Instant?, to: Instant?,
        page: Page, at now: Instant
    ) {
        self.clinic = clinic
        self.patients = patients
        self.account = account
        self.type = type
        // If a request for the audit trail names no end, entries up to five minutes in the future are included, since
        // another server whose clock is ahead may have written them.
        let end = to ?? now.adding(minutes: 5)
        self.to = end
        self.from = from ?? end.adding(days: -Self.usualDays)
        self.page = page
    }
}

/// The audit trail of a clinic: the entries of three sources in one list, newest first. The sources are accesses to
/// patient data, security events, and the clinic's own events.
///
/// Each source is read backwards along its key. The cursor of a row contains the last key that was read from each
/// source. So the next page neither omits nor repeats an entry, even if two sources have entries of the same second.
struct AuditTrail: Sendable {
    struct Row: Sendable {
        var event: AuditEvent
        /// The position of an event of the clinic's feed; `nil` for the audit trail's other entries.
        let position: Int64?
        let cursor: Cursor
    }

    /// The three values of an audit trail's cursor: for each source, the key of its last entry on the previous pages,
    /// or nothing if those pages have no entry of the source.
    static let cursorKey: [CursorKey] = [.uuidOrNothing, .uuidOrNothing, .positionOrNothing]

    let filter: AuditFilter

    var statement: Statement {
        let after = filter.page.after?.values ?? ["", "", ""]
        let limit = Int64(filter.page.limit + 1)
        return """
            WITH looks AS (\(looks(before: UUIDBytes(after[0]), limit))),
                security AS (\(security(before: UUIDBytes(after[1]), limit))),
                changes AS (\(changes(before: Int64(after[2]), limit))),
                merged AS (SELECT * FROM looks UNION ALL SELECT * FROM security UNION ALL SELECT * FROM changes)
            SELECT key, shown_at, type, account_id, actor_id, subject_id, role, operation, patients, position, detail::text,
                coalesce(min(key) FILTER (WHERE source = 1) OVER so_far, \(after[0])),
                coalesce(min(key) FILTER (WHERE source = 2) OVER so_far, \(after[1])),
                coalesce(min(key) FILTER (WHERE source = 3) OVER so_far, \(after[2]))
            FROM merged
            WINDOW so_far AS (ORDER BY at DESC, source, key DESC ROWS UNBOUNDED PRECEDING)
            ORDER BY at DESC, source, key DESC LIMIT \(limit)
            """
    }

    /// The range of ids of access records and security events that were made within the requested time, extended by a
    /// minute on each side. The ids are version 7 UUIDs, which contain the time.
    private var ids: (from: UUIDBytes, to: UUIDBytes) {
        func id(_ at: Instant) -> UUIDBytes {
            UUIDBytes(high: UInt64(max(0, at.secondsSince1970) * 1000) << 16, low: 0)
        }
        return (id(filter.from.adding(minutes: -1)), id(filter.to.adding(minutes: 1)))
    }

    private func looks(before last: UUIDBytes?, _ limit: Int64) -> Statement {
        let isWanted = filter.type == nil || filter.type == AuditEvent.looked
        return """
            SELECT 1 AS source, accessed_at AS at, accessed_at AS shown_at, access_id::text COLLATE "C" AS key,
                \(AuditEvent.looked) AS type, account_id, NULL::uuid AS actor_id, subject_id, role, operation, patients,
                NULL::bigint AS position, NULL::json AS detail
            FROM patient_access
            WHERE clinic_id = \(filter.clinic) AND \(isWanted) AND access_id >= \(ids.from) AND access_id < \(ids.to)
                AND accessed_at >= \(filter.from) AND accessed_at < \(filter.to)
                \(last.map { "AND access_id < \($0)" as Statement } ?? "")
                \(filter.account.map { "AND account_id = \($0)" as Statement } ?? "")
                \(filter.patients.isEmpty ? "" : "AND patients && \(filter.patients)" as Statement)
            ORDER BY access_id DESC LIMIT \(limit)
            """
    }

    private func security(before last: UUIDBytes?, _ limit: Int64) -> Statement {
        """
        SELECT 2 AS source, at, at AS shown_at, event_id::text COLLATE "C" AS key, type, account_id, actor_id,
            (detail ->> 'subject_id')::uuid AS subject_id, detail ->> 'role' AS role, detail ->> 'operation' AS operation,
            NULL::uuid[] AS patients, NULL::bigint AS position, detail
        FROM security_event
        WHERE clinic_id = \(filter.clinic) AND event_id >= \(ids.from) AND event_id < \(ids.to)
            AND at >= \(filter.from) AND at < \(filter.to)
            \(last.map { "AND event_id < \($0)" as Statement } ?? "")
            \(filter.type.map { "AND type = \($0)" as Statement } ?? "")
            \(filter.account.map { "AND \($0) IN (account_id, actor_id)" as Statement } ?? "")
            \(filter.patients.isEmpty ? "" : namesPatient)
        ORDER BY event_id DESC LIMIT \(limit)
        """
    }

    /// The SQL condition that a security event is about the patient: it names the patient, or it is about the patient's
    /// login. An event about a login names the person for whom the account stands, except if it concerns the whole
    /// account, such as a change of its password.
    private var namesPatient: Statement {
        let names = filter.patients.map(\.text)
        return """
            AND (detail ->> 'patient_id' = ANY (\(names)) OR detail ->> 'subject_id' = ANY (\(names))
                OR (detail -> 'ids')::jsonb ?| \(names)
                OR detail -> 'subject_id' IS NULL AND account_id IN (
                    SELECT m.account_id FROM membership AS m
                    WHERE m.clinic_id = \(filter.clinic) AND m.subject_id = ANY (\(filter.patients)) AND m.role = 'patient'))
            """
    }

    /// The statement for the events of a page. An event receives its time shortly before its position, so two events at
    /// nearly the same time may have positions in the opposite order. The positions are therefore searched from one
    /// minute before the requested time range until one minute after it.
    private func changes(before last: Int64?, _ limit: Int64) -> Statement {
        """
        SELECT 3 AS source, min(recorded_at) OVER (ORDER BY position DESC ROWS UNBOUNDED PRECEDING) AS at,
            recorded_at AS shown_at, lpad(position::text, 20, '0') COLLATE "C" AS key, type,
            (metadata ->> 'account')::uuid AS account_id, NULL::uuid AS actor_id, NULL::uuid AS subject_id,
            metadata ->> 'role' AS role, NULL::text AS operation, NULL::uuid[] AS patients, position, NULL::json AS detail
        FROM (
            SELECT position, recorded_at, type, metadata
            FROM event
            WHERE clinic_id = \(filter.clinic)
                AND position <= position_at(\(filter.clinic), \(filter.to.adding(minutes: 1)))
                AND position > position_at(\(filter.clinic), \(filter.from.adding(minutes: -1)))
                AND recorded_at >= \(filter.from) AND recorded_at < \(filter.to)
                \(last.map { "AND position < \($0)" as Statement } ?? "")
                \(filter.type.map { "AND type = \($0)" as Statement } ?? "")
                \(filter.account.map { "AND metadata ->> 'account' = \($0.text)" as Statement } ?? "")
                \(filter.patients.isEmpty ? "" : isAbout)
            ORDER BY position DESC LIMIT \(limit)
        ) AS newest
        """
    }

    private var isAbout: Statement {
        """
        AND position IN (
            SELECT t.position FROM event_tag AS t
            WHERE t.clinic_id = \(filter.clinic) AND t.subject = ANY (\(filter.patients)))
        """
    }

    func row(_ row: PostgresClient.Row) throws(PostgresError) -> Row {
        let position = try row.isNull(9) ? nil : row.int64(9)
        let detail = AuditEvent.Detail(
            account: try row.optionalUUID(3), actor: try row.optionalUUID(4), subject: try row.optionalUUID(5),
            role: try row.optionalText(6), operation: try row.optionalText(7),
            patients: try row.isNull(8) ? nil : row.uuids(8), position: position, fields: nil,
            reason: try row.optionalText(10).flatMap(AuditEvent.Detail.reason),
            ids: try row.optionalText(10).flatMap(AuditEvent.Detail.ids))
        let event = AuditEvent(
            id: try row.text(0), type: try row.text(2),
            timestamp: Instant(secondsSince1970: try row.timestamp(1).microsecondsSince1970 / 1_000_000), detail: detail
        )
        return Row(
            event: event, position: position, cursor: Cursor([try row.text(11), try row.text(12), try row.text(13)]))
    }
}

extension CursorKey {
    fileprivate static let uuidOrNothing = CursorKey { $0.isEmpty || UUIDBytes($0) != nil }
    fileprivate static let positionOrNothing = CursorKey {
        $0.isEmpty || $0.count <= 20 && Int64($0).map { $0 > 0 } == true
    }
}

extension LoopServices {
    /// The record of a patient and all records that are merged with it, for a filter; empty without a patient.
    func auditedRecords(of patient: ID<Patient>?, in clinic: UUIDBytes) async throws -> [UUIDBytes] {
        guard let patient else { return [] }
        let records = try await log.read(clinic, fresh: true) { model in model.records(shownFor: patient) }
        return Set(records.map(\.uuid) + [patient.uuid]).sorted { $0.text < $1.text }
    }

    /// Reads the rows of a page of the audit trail, followed by the first row of the next page if there is one.
    func auditTrail(_ filter: AuditFilter) async throws -> [AuditTrail.Row] {
        let trail = AuditTrail(filter: filter)
        let found = try await reads.perform(trail.statement, effect: .reads)
        var rows = try await shared.heavy.compute { try found.map { try trail.row($0) } }
        let fields = try await ChangedFields(services: self, clinic: filter.clinic).of(rows.compactMap(\.position))
        for index in rows.indices {
            guard let position = rows[index].position else { continue }
            rows[index].event.detail.fields = fields[position]
        }
        return rows
    }
}
