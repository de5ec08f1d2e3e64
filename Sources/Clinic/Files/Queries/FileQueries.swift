import Endpoints
import EventSourcing
import Identifiers
import JSON
import SQL

/// The SQL of queries for files.
public enum FileQueries {
    /// The SQL that limits a WHERE clause to the rows `f` of the table `file` that a member of staff may see.
    ///
    /// - Parameter isOpen: whether the reader may see the files even if their patient's record becomes restricted
    ///   before the query runs.
    static func visible(to reader: RecordReader, isOpen: Bool) -> Statement {
        let category: Statement =
            reader.seesClinicalFiles ? "true" : "f.category = \(FileCategory.document.rawValue)"
        let record: Statement =
            isOpen
            ? "true"
            : """
            EXISTS (
                SELECT FROM patient AS p
                WHERE p.clinic_id = f.clinic_id AND p.patient_id = f.patient_id AND p.restricted_document IS NULL)
            """
        return "\(category) AND \(record)"
    }

    /// The SQL condition that a row `f` of the table `file` belongs to a message of a thread that the reader reaches: who
    /// reads and answers the inbox sees the photos that were sent to it.
    ///
    /// - Parameter patient: the patient of the file.
    public static func isSent(to reader: RecordReader, _ patient: ID<Patient>, in clinic: UUIDBytes) -> Statement {
        """
        EXISTS (
            SELECT FROM message AS said JOIN message_thread AS t USING (clinic_id, thread_id)
                CROSS JOIN LATERAL json_array_elements_text(said.document -> 'files') AS sent(file)
            WHERE said.clinic_id = \(clinic) AND \(PersonRecords.has("said.patient_id", of: patient, in: clinic))
                AND NOT said.withdrawn AND \(MessageRows.reached(by: reader)) AND sent.file = f.file_id::text)
        """
    }

    /// The query for a page of the files of a patient and of merged records, the latest first. Files whose content was
    /// removed or erased are left out.
    static func list(
        of patient: ID<Patient>, in clinic: UUIDBytes, _ page: Page, _ category: FileCategory?, where filter: Statement
    ) -> DocumentQuery {
        let before: Statement = page.after.map { "AND f.file_id < \($0.values[0])::text::uuid" as Statement } ?? ""
        let only: Statement = category.map { "AND f.category = \($0.rawValue)" as Statement } ?? ""
        return DocumentQuery(
            """
            SELECT f.document, f.file_id::text, f.patient_id FROM file AS f
            WHERE f.clinic_id = \(clinic) AND \(PersonRecords.has("f.patient_id", of: patient, in: clinic))
                AND f.status = 'stored' AND \(filter) \(only) \(before)
            ORDER BY f.file_id DESC LIMIT \(Int64(page.limit + 1))
            """, shape: .page(limit: page.limit, cursorColumns: 1), shows: .inLastColumn)
    }

    static func one(_ file: ID<PatientFile>, in clinic: UUIDBytes, where filter: Statement) -> DocumentQuery {
        DocumentQuery(
            """
            SELECT f.document, f.patient_id FROM file AS f
            WHERE f.clinic_id = \(clinic) AND f.file_id = \(file) AND \(filter)
            """, shape: .one, shows: .inLastColumn)
    }
}

extension FilesAPI {
    static let listFiles = Endpoint<ClinicAction>(
        .get, "/api/v1/patients/{patient_id}/files", id: "listFiles",
        summary: "List a patient's files, the latest first",
        details: "Without removed ones. The reception gets only those of the category `document`.",
        tag: tag, for: Staff.self, takes: .path("patient_id", Codec<ID<Patient>>.patientID), .page(key: [.uuid]),
        .optionalQuery("category", Codec<FileCategory>.stringEnum.described("Only files of this category.")),
        answers: [.page(of: Files.codec, "A page of files")], problems: [.notFound, .restrictedRecord]
    ) { caller, patient, page, category throws(Problem) in
        let reader = RecordReader(caller)
        return .query { model, now throws(Problem) in
            guard model[.registration(of: patient)].version > 0 else { throw .notFound }
            let isOpen = try reader.opens(patient, &model, at: now)
            return FileQueries.list(
                of: patient, in: caller.clinic, page, category,
                where: FileQueries.visible(to: reader, isOpen: isOpen))
        }
    }

    static let getFile = Endpoint<ClinicAction>(
        .get, "/api/v1/files/{file_id}", id: "getFile", summary: "Show what is known about a file",
        details:
            "Its content is at the address that `POST /api/v1/files/{file_id}/link` answers with. \(FilesAPI.inbox)",
        tag: tag, for: Staff.self, takes: .path("file_id", .fileID), answers: [.ok(Files.codec, "The file")],
        problems: [.notFound, .restrictedRecord]
    ) { caller, file throws(Problem) in
        let reader = RecordReader(caller)
        return .query { model, now throws(Problem) in
            let (patient, isVisible) = try reader.owner(of: file, &model, at: now)
            let isOpen = try reader.opens(patient, &model, at: now)
            return FileQueries.one(
                file, in: caller.clinic,
                where: isVisible
                    ? FileQueries.visible(to: reader, isOpen: isOpen)
                    : FileQueries.isSent(to: reader, patient, in: caller.clinic))
        }
    }

    static let listOwnFiles = Endpoint<ClinicAction>(
        .get, "/api/v1/patient/files", id: "listOwnFiles", summary: "List one's own files, the latest first",
        details: "The files of the caller or of a dependant, without removed ones.",
        tag: tag, for: PatientOnly.self, takes: .page(key: [.uuid]), .dependant,
        .optionalQuery("category", Codec<FileCategory>.stringEnum.described("Only files of this category.")),
        answers: [.page(of: Files.codec, "A page of files")]
    ) { caller, page, dependant, category throws(Problem) in
        let viewer = Viewer(caller)
        let patient = dependant ?? ID(caller.patient)
        let query = FileQueries.list(of: patient, in: caller.clinic, page, category, where: viewer.maySee(patient))
        return .query { _, _ in query }
    }

    static let getOwnFile = Endpoint<ClinicAction>(
        .get, "/api/v1/patient/files/{file_id}", id: "getOwnFile", summary: "Show what is known about one's own file",
        details: "Also of a dependant's. Its content is at the address that `POST …/link` answers with.",
        tag: tag, for: PatientOnly.self, takes: .path("file_id", .fileID), answers: [.ok(Files.codec, "The file")],
        problems: [.notFound]
    ) { caller, file throws(Problem) in
        let query = FileQueries.one(file, in: caller.clinic, where: Viewer(caller).maySee("f.patient_id"))
        return .query { _, _ in query }
    }
}
