import Endpoints
import EventSourcing
import Identifiers
import JSON
import SQL

/// The SQL of queries for clinical notes.
enum NoteQueries {
    /// The query for a page of the clinical notes of a patient, the latest first. The list includes the notes of the
    /// record that was merged into the patient's record.
    ///
    /// - Parameter filter: the SQL condition on a row `n` under which the caller may see the row.
    static func list(
        of patient: ID<Patient>, in clinic: UUIDBytes, _ page: Page, where filter: Statement
    ) -> DocumentQuery {
        let before: Statement = page.after.map { "AND n.note_id < \($0.values[0])::text::uuid" as Statement } ?? ""
        return DocumentQuery(
            """
            SELECT n.document, n.note_id::text, n.patient_id FROM note AS n
            WHERE n.clinic_id = \(clinic) AND \(PersonRecords.has("n.patient_id", of: patient, in: clinic))
                AND \(filter) \(before)
            ORDER BY n.note_id DESC LIMIT \(page.limit + 1)
            """, shape: .page(limit: page.limit, cursorColumns: 1), shows: .inLastColumn)
    }

    /// The SQL condition for the notes that a member of staff sees in a record that the member may open. These are
    /// signed notes and the member's own drafts.
    static func visible(to reader: RecordReader) -> Statement {
        "(n.status IN ('signed', 'amended') OR n.author_id = \(reader.staff))"
    }
}

extension NotesAPI {
    static let listNotes = Endpoint<ClinicAction>(
        .get, "/api/v1/patients/{patient_id}/notes", id: "listNotes",
        summary: "List a patient's clinical notes, the latest first",
        details: "Lists signed notes and the caller's own drafts. Discarded drafts are left out.",
        tag: tag, for: Clinical.self, takes: .path("patient_id", Codec<ID<Patient>>.patientID), .page(key: [.uuid]),
        .optionalQuery("appointment_id", Codec<ID<Appointment>>.id().described("Only notes about this appointment.")),
        answers: [.page(of: ClinicalNotes.codec, "A page of notes")], problems: [.notFound, .restrictedRecord]
    ) { caller, patient, page, appointment throws(Problem) in
        let reader = RecordReader(caller)
        let about: Statement =
            appointment.map { "AND n.document ->> 'appointment_id' = \($0.text)" as Statement } ?? ""
        return .query { model, now throws(Problem) in
            guard model[.registration(of: patient)].version > 0 else { throw .notFound }
            let open = try reader.openRows(of: patient, "n.patient_id", in: caller.clinic, &model, at: now)
            return NoteQueries.list(
                of: patient, in: caller.clinic, page,
                where: "\(open) AND n.status <> 'discarded' AND \(NoteQueries.visible(to: reader)) \(about)")
        }
    }

    static let getNote = Endpoint<ClinicAction>(
        .get, "/api/v1/notes/{note_id}", id: "getNote", summary: "Show a clinical note",
        details: "A draft is shown to its author only.", tag: tag, for: Clinical.self,
        takes: .path("note_id", .noteID), answers: [.ok(ClinicalNotes.codec, "The note")],
        problems: [.notFound, .restrictedRecord]
    ) { caller, id throws(Problem) in
        let reader = RecordReader(caller)
        return .query { model, now throws(Problem) in
            guard let patient = model[.note(id)].patient else { throw .notFound }
            let open = try reader.openRows(of: patient, "n.patient_id", in: caller.clinic, &model, at: now)
            return DocumentQuery(
                """
                SELECT n.document, n.patient_id FROM note AS n
                WHERE n.clinic_id = \(caller.clinic) AND n.note_id = \(id) AND \(open)
                    AND \(NoteQueries.visible(to: reader))
                """, shape: .one, shows: .inLastColumn)
        }
    }

    static let listOwnNotes = Endpoint<ClinicAction>(
        .get, "/api/v1/patient/notes", id: "listOwnNotes",
        summary: "List one's own released clinical notes, the latest first",
        details: "Lists the signed notes about the caller, or about a dependant, that their authors have released.",
        tag: tag, for: PatientOnly.self, takes: .page(key: [.uuid]), .dependant,
        answers: [.page(of: ClinicalNotes.codec, "A page of notes")]
    ) { caller, page, dependant throws(Problem) in
        let viewer = Viewer(caller)
        let patient = dependant ?? ID(caller.patient)
        let query = NoteQueries.list(
            of: patient, in: caller.clinic, page, where: "\(viewer.maySee(patient)) AND n.shared")
        return .query { _, _ in query }
    }

    static let listNoteTemplates = Endpoint<ClinicAction>(
        .get, "/api/v1/note-templates", id: "listNoteTemplates",
        summary: "List the clinic's templates for clinical notes by name",
        details: "Each template has its text.", tag: tag, for: Clinical.self,
        takes: .optionalQuery(
            "active", .bool.described("`true`: only templates in use; `false`: only retired templates; absent: both.")),
        .pageByName, answers: [.page(of: NoteTemplates.codec, "A page of templates")]
    ) { caller, active, page throws(Problem) in
        .query { _, _ in .byName(NoteTemplates.self, in: caller.clinic, where: .whereActive(active), page) }
    }

    static let getNoteTemplate = Endpoint<ClinicAction>(
        .get, "/api/v1/note-templates/{note_template_id}", id: "getNoteTemplate",
        summary: "Show a template for clinical notes", details: "A retired template is shown too.", tag: tag,
        for: Clinical.self, takes: .path("note_template_id", .noteTemplateID),
        answers: [.ok(NoteTemplates.codec, "The template")], problems: [.notFound]
    ) { caller, id throws(Problem) in
        .query { _, _ in .one(NoteTemplates.self, DocumentKey(id), in: caller.clinic, shows: .nobodys) }
    }
}
