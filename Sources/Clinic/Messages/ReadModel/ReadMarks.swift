public import EventSourcing
public import Identifiers
public import JSON
import SQL

/// The document of a reader's read mark in a thread of messages.
public struct ReadMarkDocument: Hashable, Sendable {
    public let id: ID<ReadMark>
    public let version: Int64
    public let thread: ID<MessageThread>
    public let patient: ID<Patient>
    public let reader: UUIDBytes
    public let upTo: Int
    public let readAt: Instant

    public static let codec = object(
        ReadMarkDocument.init(id:version:thread:patient:reader:upTo:readAt:),
        field("id", \.id, .id().described("The mark's id.")),
        field("version", \.version, .version),
        field("thread_id", \.thread, .threadID),
        field("patient_id", \.patient, .patientID),
        field(
            "reader_id", \.reader,
            .uuid.described("The id of the reader: the patient, a guardian or a member of staff.")),
        field("up_to", \.upTo, .readUpTo),
        field("read_at", \.readAt, .instant.described("When the mark was last moved, in UTC."))
    ).described("The mark of a reader in a thread: the last message that the reader has read.").named("ReadMark")
}

/// The read model of read marks, with one row for each reader of a thread.
public enum ReadMarks: ClinicReadModel {
    public static let table = DocumentTable("read_mark", key: "mark_id", .uuid)
    public static let audience = DocumentAudience.allStaff
    public static let codec = ReadMarkDocument.codec
    public static let readsPersonal = false
    public static let lastEventTellsVersion = true
    public static let columns = [
        DocumentColumn<ReadMarkDocument>("patient_id", .uuid) { $0.patient.bind },
        DocumentColumn<ReadMarkDocument>("thread_id", .uuid) { $0.thread.bind },
        DocumentColumn<ReadMarkDocument>("reader_id", .uuid) { .uuid($0.reader) },
        DocumentColumn<ReadMarkDocument>("up_to", .bigint) { .int64(Int64($0.upTo)) },
    ]

    public static func keys(of event: ClinicEvent) -> [DocumentKey] {
        if case .message(.read(let read)) = event { [DocumentKey(read.mark)] } else { [] }
    }

    public static func tags(of key: DocumentKey) -> [Tag] { key.tagged(Tag.readMark) }

    public static func fold(
        _ document: ReadMarkDocument?, _ recorded: Recorded<ClinicEvent>, key: DocumentKey
    ) -> ReadMarkDocument? {
        guard case .message(.read(let read)) = recorded.event else { return document }
        return ReadMarkDocument(
            id: read.mark, version: recorded.position, thread: read.thread, patient: read.patient,
            reader: read.reader, upTo: read.upTo, readAt: recorded.recordedAt)
    }
}
