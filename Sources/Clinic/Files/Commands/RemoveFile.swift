public import Endpoints
public import EventSourcing
public import Identifiers
import JSON

/// The decision that removes a file of a patient. The file's content is deleted, and its document is marked as removed.
public struct RemoveFile: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case unknownFile
        case restricted

        public var problem: Problem {
            switch self {
            case .unknownFile: .notFound
            case .restricted: Problem(.restrictedRecord)
            }
        }
    }

    public let file: ID<PatientFile>
    public let reader: RecordReader
    public let reason: Personal<String>

    public init(_ file: ID<PatientFile>, by reader: RecordReader, reason: Personal<String>) {
        self.file = file
        self.reader = reader
        self.reason = reason
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        let known = model[.file(file)]
        guard let patient = known.patient else { throw .unknownFile }
        guard reader.access(to: patient, &model, at: now) != .refused else { throw .restricted }
        // After a patient was erased, no reason for the removal of a file is stored any more, since it is a text about
        // the patient.
        guard model[.registration(of: patient)].isCurrent else { throw .unknownFile }
        guard !known.isRemoved else { return [] }
        return [.file(.removed(FileRemoved(file: file, patient: patient, reason: reason)))]
    }
}

struct RemovalBody: Sendable {
    let reason: Personal<String>

    static let codec = object(
        RemovalBody.init(reason:),
        field(
            "reason", \.reason,
            .personal(.clinical, .prose(max: 500)).described("Why the file is removed; it is kept in the history."))
    ).described("Why a file is removed.").named("FileRemoval")
}

extension FilesAPI {
    public static let removeFile = Endpoint<ClinicAction>(
        .post, "/api/v1/files/{file_id}/remove", id: "removeFile", summary: "Remove a file",
        details: """
            Its content is deleted, and cannot be restored but from a backup. Its document stays. Repeating this changes \
            nothing.
            """,
        tag: tag, for: Clinical.self, takes: .path("file_id", .fileID), .body(RemovalBody.codec),
        answers: [.ok(Files.codec, "The file, which is removed")], problems: [.notFound, .restrictedRecord],
        idempotency: .accepted
    ) { caller, id, body throws(Problem) in
        .command(
            ClinicCommand(
                RemoveFile(id, by: RecordReader(caller), reason: body.reason),
                answer: DocumentAnswer(Files.self, DocumentKey(id))))
    }
}
