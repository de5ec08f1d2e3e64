import Clinic
import Endpoints
import EventSourcing
import EventStore
import HTTPServer
import Identifiers
import Identity
import JSON
import Logging
import PostgresClient
import SQL

/// The endpoints for the contents of patients' files.
enum FileContentsAPI {
    static let endpoints: [Endpoint<ServerAction>] = [
        add, addOwn, link, linkOwn, download, FilesAPI.removeFile.map(ServerAction.clinic),
    ]

    private static let forms =
        FileType.allCases.map { UploadForm($0.mediaType) } + [
            UploadForm("application/octet-stream"), UploadForm(ArrivingFile.form, FileForm.codec.schema),
        ]

    private static let add = Endpoint<ServerAction>(
        .post, "/api/v1/patients/{patient_id}/files", id: "addFile", summary: "Add a file of a patient",
        details: """
            The body is the content of the file, or a form with one part `file`. The content shows the type: PDF, PNG, JPEG, \
            HEIC or DICOM; `Content-Type` may be absent or wrong. It is stored while it arrives, so an upload that breaks off leaves nothing. The reception adds \
            files of the category `document` only.
            """,
        tag: FilesAPI.tag, for: Staff.self, takes: .path("patient_id", Codec<ID<Patient>>.patientID),
        .query("category", .fileCategory), .optionalQuery("tooth", .toothNumber), .upload(forms),
        answers: [.created(Files.codec, "The file")],
        problems: [.restrictedRecord, .patientMerged] + refusals, idempotency: .accepted
    ) { caller, patient, category, tooth, fields in
        let upload = FileUpload(
            patient: patient, category: category, tooth: tooth, fields: fields, author: .staff(RecordReader(caller)),
            clinic: caller.clinic, place: "/api/v1/files")
        return .upload { services, call in try await services.store(upload, call) }
    }

    private static let addOwn = Endpoint<ServerAction>(
        .post, "/api/v1/patient/files", id: "addOwnFile", summary: "Send the clinic a file about oneself",
        details: """
            Also about a dependant: a `photo`, or a `document`, which the reception sees too. The body is the content of the             file, or a form with one part `file`. The content shows the type: PDF, PNG, JPEG, HEIC or DICOM.
            """,
        tag: FilesAPI.tag, for: PatientOnly.self, takes: .query("category", .fileCategory), .dependant, .upload(forms),
        answers: [.created(Files.codec, "The file")], problems: refusals, idempotency: .accepted
    ) { caller, category, dependant, fields in
        let upload = FileUpload(
            patient: dependant ?? ID(caller.patient), category: category, tooth: nil, fields: fields,
            author: .patient(ID(caller.patient)), clinic: caller.clinic, place: "/api/v1/patient/files")
        return .upload { services, call in try await services.store(upload, call) }
    }

    private static let refusals: [Problem.Kind] = [
        .notFound, .fileQuotaReached, .unsupportedFileType, .fileNotClean, .filesNotStored, .contentGone,
    ]

    private static let linkDetails = """
        The address opens the file without `Authorization`, for five minutes and while the session that asked for it lasts and \
        may see the file, which is checked at each use. It answers requests for ranges. \
        The access log records this request as an access. With `size=thumbnail` the address gives a small image, upright and \
        without the image's metadata.
        """

    private static let link = Endpoint<ServerAction>(
        .post, "/api/v1/files/{file_id}/link", id: "linkFile", summary: "Get a link to a file's content",
        details: linkDetails + " " + FilesAPI.inbox, tag: FilesAPI.tag, for: Staff.self,
        takes: .path("file_id", .fileID),
        .optionalQuery("size", ContentSize.codec), answers: [.ok(FileLink.codec, "The link")],
        problems: [.notFound, .restrictedRecord, .contentGone, .noThumbnail]
    ) { caller, file, size in
        .work { services, call in try await services.link(to: file, size, for: caller.principal, call) }
    }

    private static let linkOwn = Endpoint<ServerAction>(
        .post, "/api/v1/patient/files/{file_id}/link", id: "linkOwnFile",
        summary: "Get a link to the content of one's own file", details: "Also of a dependant's. " + linkDetails,
        tag: FilesAPI.tag, for: PatientOnly.self, takes: .path("file_id", .fileID),
        .optionalQuery("size", ContentSize.codec), answers: [.ok(FileLink.codec, "The link")],
        problems: [.notFound, .contentGone, .noThumbnail]
    ) { caller, file, size in
        .work { services, call in try await services.link(to: file, size, for: caller.principal, call) }
    }

    private static let download = Endpoint<ServerAction>(
        .get, "/api/v1/public/files/{token}", id: "getFileContent", summary: "Download a file's content by its link",
        details: """
            For the holder of a link from `POST /api/v1/files/{file_id}/link`. A request with `Range` gets that part (206); \
            `If-Range` with the `ETag` gets the whole if the content is another one. The link to a thumbnail gets a whole JPEG.
            """,
        tag: FilesAPI.tag, for: .everybody,
        takes: .path("token", Codec<String>.string(1...200).described("The link's token.")),
        answers: [whole, part],
        problems: [
            .fileLinkInvalid, .notFound, .restrictedRecord, .rangeNotSatisfiable, .preconditionFailed, .contentGone,
            .contentDamaged, .filesNotStored, .noThumbnail,
        ]
    ) { token in
        .work { services, call in
            guard let token = services.identity.fileToken(token), call.now < token.until else {
                throw Problem(.fileLinkInvalid)
            }
            guard
                case .caller(let principal) = try await services.identity.authenticate(
                    session: token.session, at: call.now)
            else { throw Problem(.fileLinkInvalid) }
            _ = try await services.patient(of: ID(token.file), for: principal, call)
            let content = try await services.content(of: ID(token.file), principal.clinic)
            guard token.isThumbnail else { return WorkAnswer(content.response(to: call)) }
            return WorkAnswer(try await content.thumbnail(to: call))
        }
    }

    private static let whole = FileType.allCases.dropFirst().reduce(
        Answer.ok(mediaType: FileType.allCases[0].mediaType, "The content")
    ) { $0.alternatively($1.mediaType) }
    private static let part = Answer(206, "The part that was asked for, with the content's media type", .none)
        .field("Content-Range", Schema(.string), "The part's first and last byte, and the size of the content")
}

/// The form `multipart/form-data`, in which a browser sends a file.
private struct FileForm: Sendable {
    let file: String

    static let codec = object(
        FileForm.init(file:),
        field("file", \.file, Codec<String>.text(max: 1 << 30).described("The content of the file, as it is."))
    ).described("A form with a file.").named("FileForm")
}

extension LoopServices {
    /// The answer with a link to a file's content. The access log records that the patient's data was shown.
    fileprivate func link(
        to file: ID<PatientFile>, _ size: ContentSize?, for principal: Principal, _ call: ServerCall
    ) async throws -> WorkAnswer {
        let patient = try await patient(of: file, for: principal, call)
        let document = try await storedFile(file, principal.clinic)
        let size = size ?? .original
        guard size == .original || document.canHaveThumbnail else { throw Problem(.noThumbnail) }
        try accesses.note(patient, to: call)
        let until = call.now.adding(minutes: FileLink.minutes)
        return WorkAnswer(
            200,
            FileLink.codec.bytes(
                FileLink(to: file.uuid, for: principal.session, until: until, size: size, by: identity)))
    }

    /// The document of a file whose content is stored.
    ///
    /// - Throws: 404 if there is no such file; 410 if the file was removed, or if the patient or the content was erased.
    private func storedFile(_ file: ID<PatientFile>, _ clinic: UUIDBytes) async throws -> FileDocument {
        let rows = try await documents.read(
            "SELECT document FROM file WHERE clinic_id = \(clinic) AND file_id = \(file)", of: clinic)
        guard let row = rows.first else { throw Problem.notFound }
        let document = try Files.codec.decode(parsing: try row.bytes(0), unknownMembers: .ignored)
        guard document.isAvailable else { throw Problem(.contentGone) }
        return document
    }

    fileprivate func content(of file: ID<PatientFile>, _ clinic: UUIDBytes) async throws -> FileContent {
        guard let files = shared.files else { throw Problem(.filesNotStored) }
        let document = try await storedFile(file, clinic)
        let sharer = Sharer(clinic: clinic, person: document.patient.uuid)
        do {
            let sealed = try await files.open(document.address, for: sharer)
            guard sealed.size == document.size else { throw ContentDamaged() }
            let key = try await fileKey(of: file, salt: sealed.salt, patient: document.patient, clinic)
            return FileContent(
                document: document, file: sealed, key: key, store: files,
                sharer: sharer)
        } catch is ContentDamaged {
            logger.error(
                "the content of a file is damaged or missing",
                metadata: ["clinic": "\(clinic.text)", "file": "\(file)"])
            throw Problem(.contentDamaged)
        }
    }
}

extension Problem.Kind {
    static let fileLinkInvalid = Problem.Kind(
        "file-link-invalid", 404, "This link is not valid",
        means:
            "Five minutes have passed since the link was made, its session has ended or is locked, or the link was changed.",
        remedy: "Get a new link.")
}
