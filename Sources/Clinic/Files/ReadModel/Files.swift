import Endpoints
public import EventSourcing
public import Identifiers
public import JSON
import SQL

/// The state of a file's content.
public enum FileStatus: String, CaseIterable, Hashable, Sendable {
    case stored
    /// The clinic removed the file, and the server deletes its content.
    case removed
    /// The key that seals the file's content was destroyed, at the end of the time for which the law requires the
    /// clinic to keep the record.
    case erased
}

/// The document of a patient's file: everything but the file's content.
public struct FileDocument: Hashable, Sendable {
    public let id: ID<PatientFile>
    public fileprivate(set) var version: Int64
    public let patient: ID<Patient>
    public let category: FileCategory
    public let type: FileType
    public fileprivate(set) var name: Personal<String>
    public let tooth: ToothNumber?
    public let size: Int64
    public fileprivate(set) var sha256: Personal<String>
    public let addedAt: Instant
    public let addedBy: UUIDBytes?
    /// Whether the patient or a guardian added the file.
    public let isFromPatient: Bool
    public fileprivate(set) var status: FileStatus
    public let address: String

    /// Whether the content can be given out. The content of an erased patient's file is kept under a sealed key.
    public var isAvailable: Bool { status == .stored && sha256.value ?? erasedText != erasedText }

    public static let codec = object(
        FileDocument.init(
            id:version:patient:category:type:name:tooth:size:sha256:addedAt:addedBy:isFromPatient:status:address:),
        field("id", \.id, .fileID),
        field("version", \.version, .version),
        field("patient_id", \.patient, .patientID),
        field("category", \.category, .fileCategory),
        field("type", \.type, .stringEnum.described("The media type, as the content shows it.")),
        field(
            "name", \.name,
            .personal(.clinical, .string(max: 200), placeholder: erasedText).described("The file's name.")),
        optionalField("tooth", \.tooth, .toothNumber),
        field("size", \.size, .int64(FileAdded.sizes).described("The size of the content in bytes.")),
        field(
            "sha256", \.sha256,
            .personal(.clinical, .string(max: 64), placeholder: erasedText).described(
                "The SHA-256 of the content, in hexadecimal digits.")),
        field("added_at", \.addedAt, .instant.described("When the file was stored, in UTC.")),
        optionalField(
            "added_by", \.addedBy, .uuid.described("The account that stored it; absent if a program did.")),
        field("from_patient", \.isFromPatient, .bool.described("Whether the patient or a guardian stored it.")),
        field(
            "status", \.status,
            .stringEnum.described(
                "`stored`; `removed` or `erased`: the content is not available any more. The content of an erased patient's file "
                    + "stays `stored` as long as the law requires, and is not given out.")),
        field("address", \.address, .sha256.described("The name under which the sealed content is stored."))
    ).described("A file of a patient.").named("PatientFile")
}

/// The read model `file`: the files of patients, removed ones included.
public enum Files: ClinicReadModel {
    public static let table = DocumentTable("file", key: "file_id", .uuid)
    public static let audience = DocumentAudience.partOfRecord { key, reader, model in
        guard case .id(let id) = key else { return false }
        return reader.seesClinicalFiles || model[.file(ID(id))].category.isForReception
    }
    public static let codec = FileDocument.codec

    public static let columns: [DocumentColumn<FileDocument>] = [
        DocumentColumn("patient_id", .uuid) { .uuid($0.patient.uuid) },
        DocumentColumn("category", .text) { .text($0.category.rawValue) },
        DocumentColumn("status", .text) { .text($0.status.rawValue) },
        DocumentColumn("size", .bigint) { .int64($0.size) },
        DocumentColumn("address", .text) { .text($0.address) },
    ]

    public static func person(of document: FileDocument) -> UUIDBytes? { document.patient.uuid }

    public static func keys(of event: ClinicEvent) -> [DocumentKey] {
        switch event {
        case .patient(let event): event.withoutTexts(\.files)
        case .file(let event): [DocumentKey(event.file)]
        default: []
        }
    }

    public static func isMadeAnew(by event: ClinicEvent) -> Bool {
        if case .file(.added) = event { true } else { false }
    }

    public static func tags(of key: DocumentKey) -> [Tag] { key.tagged(Tag.file) }

    public static func tags(of key: DocumentKey, toldBy event: ClinicEvent) -> [Tag] {
        if case .file(.added(let added)) = event { [.patient(added.patient)] } else { [] }
    }

    public static func fold(
        _ document: FileDocument?, _ recorded: Recorded<ClinicEvent>, key: DocumentKey
    ) -> FileDocument? {
        var document = document
        document?.version = recorded.position
        switch recorded.event {
        case .patient(let event) where event.lostTexts != nil:
            document?.name = .erased
            document?.sha256 = .erased
            // The content of a sealed record is kept, and nobody gets it.
            if case .patientRecordsErased = event { document?.status = .erased }
        case .file(.added(let event)):
            return FileDocument(
                id: event.file, version: recorded.position, patient: event.patient, category: event.category,
                type: event.type, name: event.name, tooth: event.tooth, size: event.size, sha256: event.sha256,
                addedAt: recorded.recordedAt, addedBy: recorded.actor.account,
                isFromPatient: recorded.actor.role == Role.patient.rawValue, status: .stored, address: event.address)
        case .file(.removed): document?.status = .removed
        default: break
        }
        return document
    }
}

extension Codec where Value == ID<PatientFile> {
    public static var fileID: Codec { .id().described("The file's id.") }
}

extension Codec where Value == FileCategory {
    public static var fileCategory: Codec {
        .stringEnum.described(
            """
            The use of the file. The reception sees and adds only a `document`. Patients add a `photo` or a `document`.
            """)
    }
}

extension Codec where Value == ToothNumber {
    public static var toothNumber: Codec {
        ToothNumber.codec.described("The tooth that the file shows, by its number of two digits (ISO 3950).")
    }
}
