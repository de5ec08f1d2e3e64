import Clinic
import Crypto
import Endpoints
import EventSourcing
import EventStore
import HTTPServer
import Identifiers
import PostgresClient
import SQL

/// The file that a caller adds, as the upload's request describes it.
struct FileUpload: Sendable {
    let patient: ID<Patient>
    let category: FileCategory
    let tooth: ToothNumber?
    let fields: UploadFields
    let author: FileAuthor
    let clinic: UUIDBytes
    /// The path of the list that the server adds the file to. The path of the new file is below it.
    let place: String

    /// The person for whom the file is stored.
    func sharer(_ call: ServerCall) -> Sharer {
        Sharer(clinic: clinic, person: call.principal?.account ?? patient.uuid)
    }
}

/// An uploaded file whose content is stored, and the command that records the file.
struct PreparedUpload: Sendable {
    /// The patient's file that has the uploaded content; `nil` if the upload is not a patient's file but a logo.
    let file: ID<PatientFile>?
    let command: ClinicCommand
    /// The size of the uploaded content in bytes.
    let size: Int64
    /// The SHA-256 of an uploaded content, by which a repeated idempotency key with another content is detected.
    let digest: [UInt8]
    /// Ends the storing of an uploaded content. The argument says whether the file was recorded, so that the content is
    /// kept.
    let settle: @Sendable (_ isKept: Bool) async -> Void
}

extension LoopServices {
    /// Stores the content of an uploaded file while it arrives.
    ///
    /// - Throws: a problem if the file cannot be added; no part of the file is stored then.
    func store(_ upload: FileUpload, _ call: ServerCall) async throws -> PreparedUpload {
        guard let files = shared.files else { throw Problem(.filesNotStored) }
        let arriving = try ArrivingFile(upload.fields, call.request.incoming)
        try await check(upload, in: files, call)
        return try await files.uploading(for: upload.sharer(call)) {
            try await store(upload, arriving, in: files, call)
        }
    }

    /// Checks, before the content of an upload arrives, that the caller may add the file and that the patient's files
    /// leave room for it.
    private func check(_ upload: FileUpload, in files: FileStore, _ call: ServerCall) async throws {
        let length = upload.fields.mediaType == ArrivingFile.form ? nil : call.request.headers["content-length"]
        let draft = FileDraft(
            patient: upload.patient, category: upload.category, size: length.flatMap { Int64($0) } ?? 1)
        let limits = FileLimits(bytes: files.settings.patientLimit)
        try await ofLog(call) { () throws(LogFailure<Problem>) in
            try await log.read(upload.clinic) { model throws(Problem) in
                do throws(AddFile.Rejection) {
                    try AddFile.check(draft, by: upload.author, within: limits, &model, at: call.now)
                } catch { throw error.problem }
            }
        }
        guard let limit = files.settings.clinicLimit else { return }
        let rows = try await documents.read(
            """
            SELECT coalesce(sum(size), 0)::bigint FROM file WHERE clinic_id = \(upload.clinic) AND status = 'stored'
            """, of: upload.clinic)
        guard let row = rows.first, try row.int64(0) <= limit - draft.size else { throw Problem(.fileQuotaReached) }
    }

    private func store(
        _ upload: FileUpload, _ content: ArrivingFile, in files: FileStore, _ call: ServerCall
    ) async throws -> PreparedUpload {
        var content = content
        let file = ID<PatientFile>(.version7(at: call.now))
        let salt = FileKey.salt()
        let key = try await fileKey(of: file, salt: salt, patient: upload.patient, upload.clinic, isNew: true)
        let writer = try await files.begin(key, salt: salt, for: upload.sharer(call))
        let stored: StoredContent
        do {
            while let bytes = try await content.next(atLeast: ContentWriter.batchBytes) {
                try await files.run(for: upload.sharer(call)) { try writer.append(bytes) }
            }
            stored = try await files.finish(writer, for: upload.sharer(call))
        } catch {
            await files.discard(writer)
            throw error
        }
        do {
            try await files.scan(stored, key, for: upload.sharer(call))
            let type = try content.type
            let added = FileAdded(
                file: file, patient: upload.patient, category: upload.category, type: type,
                name: Personal(content.name ?? "\(upload.category.rawValue).\(type.suffix)"), tooth: upload.tooth,
                size: stored.size, sha256: Personal(stored.sha256), address: stored.address)
            return PreparedUpload(
                file: file,
                command: ClinicCommand(
                    AddFile(added, by: upload.author, within: FileLimits(bytes: files.settings.patientLimit)),
                    answer: DocumentAnswer(Files.self, DocumentKey(file), location: "\(upload.place)/\(file)")),
                size: stored.size,
                digest: Array(stored.sha256.utf8),
                settle: { isKept in await files.settle(stored, isKept: isKept, writer) })
        } catch {
            await files.settle(stored, isKept: false, writer)
            throw error
        }
    }

    /// The key that seals the content of a patient's file.
    ///
    /// - Throws: 410 if the patient's key was destroyed; 503 if this server cannot use the key.
    func fileKey(
        of file: ID<PatientFile>, salt: [UInt8], patient: ID<Patient>, _ clinic: UUIDBytes, isNew: Bool = false
    ) async throws -> FileKey {
        let name = KeyName(clinic: clinic, person: patient.uuid, retention: .clinical)
        do {
            return try await shared.keys.fileKey(of: file.uuid, salt: salt, of: name, isNew: isNew) { statements in
                try await reads.perform(statements)
            }
        } catch FileKeyMissing.destroyed {
            throw Problem(.contentGone)
        } catch FileKeyMissing.unusable {
            throw Problem.unavailable()
        }
    }
}
