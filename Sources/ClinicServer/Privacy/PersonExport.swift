import Clinic
import Endpoints
import EventSourcing
import EventStore
import Identifiers
import JSON
import PostgresClient
import SQL

/// All data of a clinic about a patient (GDPR Art. 15 and 20): the export sections of all read models, the logins, and
/// every event about the patient except quarantined ones. A merged record is in the export of the surviving one.
///
/// `PersonExport` also exports an account's check-ins in the feed of the persons without a clinic: `clinic` is then
/// this feed, and `patient` is the account's id.
package struct PersonExport: Sendable {
    let clinic: UUIDBytes
    let patient: ID<Patient>

    package init(clinic: UUIDBytes, patient: ID<Patient>) {
        self.clinic = clinic
        self.patient = patient
    }

    /// Writes the export of all data about the patient as JSON.
    ///
    /// - Parameter links: the session for which links to the contents of files are made, and until when (exclusive) they
    ///   are valid; `nil` for no links.
    /// - Returns: the export in UTF-8; `nil` if the clinic has no such patient.
    package func json(
        _ services: LoopServices, at now: Instant, links: LinkTerm? = nil
    ) async throws -> [UInt8]? {
        var merged: RawJSON?
        for other in try await records(services).dropFirst() {
            let export = PersonExport(clinic: clinic, patient: other)
            merged = try await export.record(services, merged: nil, at: now, links: links)
                .map { RawJSON($0) }
        }
        return try await record(services, merged: merged, at: now, links: links)
    }

    /// The patients whose data the export has: the patient, and the record that was merged into the patient's.
    package func records(_ services: LoopServices) async throws -> [ID<Patient>] {
        try await services.log.read(clinic, fresh: true) { model in model.records(shownFor: patient) }
    }

    /// Writes the export of the data of one patient's record.
    ///
    /// - Parameters:
    ///   - merged: the export of the record that was merged into the patient's record; `nil` if there is none.
    ///   - links: the session for which links to the contents of files are made, and until when (exclusive) they are
    ///     valid; `nil` for no links.
    private func record(
        _ services: LoopServices, merged: RawJSON?, at now: Instant, links: LinkTerm?
    ) async throws -> [UInt8]? {
        var sections: [(name: String, json: RawJSON)] = []
        var subjects = [patient.uuid]
        for model in ClinicFeatures.readModels {
            let table = model.projection.table
            for section in model.export {
                let statement = section.statement(table, in: clinic, of: patient)
                if let json = try await text(services.documents.read(statement, of: clinic)) {
                    let shown = try await services.shared.heavy.compute { try section.shown(json.bytes) }
                    sections.append((section.name, RawJSON(shown)))
                } else if sections.isEmpty, clinic != Principal.personsFeed {
                    // The first section of an export is the patient's own document. If it is missing, the clinic has no
                    // such patient.
                    return nil
                }
                if let ids = section.ids(table, in: clinic, of: patient) {
                    for row in try await services.documents.read(ids, of: clinic) { subjects.append(try row.uuid(0)) }
                }
            }
        }
        if let logins = try await text(services.reads.perform(logins, effect: .reads)) {
            sections.append(("logins", logins))
        }
        if let links, let links = try await self.links(services, for: links) {
            sections.append(("file_links", links))
        }
        let history = try await services.log.history(of: subjects, in: clinic)
        return try await services.shared.heavy.compute { [sections] in
            bytes(sections, history, merged: merged, at: now)
        }
    }

    private func bytes(
        _ sections: [(name: String, json: RawJSON)], _ history: [HistoricEvent], merged: RawJSON?, at now: Instant
    ) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("exported_at", now.rfc3339)
            if clinic != Principal.personsFeed { writer.member("clinic_id", clinic.text) }
            for section in sections { writer.member(section.name, section.json) }
            writer.name("history")
            writer.array(history) { writer, event in event.write(to: &writer) }
            if let merged { writer.member("merged_record", merged) }
        }
        return writer.bytes
    }

    /// The links to the contents of the patient's files, for the export; `nil` if there are none.
    private func links(_ services: LoopServices, for term: LinkTerm) async throws -> RawJSON? {
        let rows = try await services.documents.read(
            """
            SELECT file_id FROM file
            WHERE clinic_id = \(clinic) AND patient_id = \(patient) AND status = 'stored' ORDER BY file_id
            """, of: clinic)
        var files: [UUIDBytes] = []
        for row in rows { files.append(try row.uuid(0)) }
        guard !files.isEmpty else { return nil }
        var writer = JSONWriter()
        writer.array(files) { writer, file in
            let link = FileLink(to: file, for: term.session, until: term.until, by: services.identity)
            writer.object { writer in
                writer.member("file_id", file.text)
                writer.member("path", link.path)
                writer.member("expires_at", term.until.rfc3339)
            }
        }
        return RawJSON(writer.bytes)
    }

    private func text(_ rows: Rows) throws -> RawJSON? {
        guard let row = rows.first, let bytes = try row.optionalBytes(0) else { return nil }
        return RawJSON(bytes)
    }

    private var logins: Statement {
        """
        SELECT json_agg(json_build_object(
            'account_id', a.account_id, 'email', a.email, 'name', a.name, 'since', m.created_at, 'until', m.ended_at,
            'sessions', (
                SELECT coalesce(json_agg(json_build_object(
                    'device_id', s.device_id, 'device_name', s.device_name, 'begun_at', s.created_at,
                    'last_seen_at', s.last_seen_at, 'ended_at', s.ended_at) ORDER BY s.created_at), '[]')
                FROM session AS s
                WHERE s.account_id = m.account_id AND s.clinic_id = m.clinic_id AND s.role = 'patient'),
            'push_devices', (
                SELECT coalesce(json_agg(json_build_object(
                    'platform', d.platform, 'registered_at', d.registered_at) ORDER BY d.registered_at), '[]')
                FROM user_device AS d
                WHERE d.account_id = m.account_id AND d.clinic_id = m.clinic_id),
            'notification_preferences', (
                SELECT p.document FROM notification_preference AS p
                WHERE p.clinic_id = m.clinic_id AND p.person_id = m.subject_id)) ORDER BY m.created_at)
        FROM membership AS m JOIN account AS a USING (account_id)
        WHERE m.clinic_id = \(clinic) AND m.role = 'patient' AND m.subject_id = \(patient)
        """
    }
}

extension HistoricEvent {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("position", Int(position))
            writer.member("type", type)
            writer.member("recorded_at", recordedAt.rfc3339)
            writer.member("by", actor.role)
            writer.member("data", RawJSON(data))
        }
    }
}
