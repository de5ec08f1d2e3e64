public import EventSourcing
public import Identifiers
public import JSON
import SQL

/// The document of a message.
public struct MessageDocument: Hashable, Sendable {
    public let id: ID<Message>
    public fileprivate(set) var version: Int64
    public let thread: ID<MessageThread>
    public let patient: ID<Patient>
    public let number: Int
    public let side: MessageSide
    public let author: UUIDBytes
    public fileprivate(set) var text: Personal<String>
    public fileprivate(set) var files: [ID<PatientFile>]
    public let sentAt: Instant
    /// The time at which the author withdrew the message; `nil` if it was not withdrawn.
    public fileprivate(set) var withdrawnAt: Instant?

    public static let codec = object(
        MessageDocument.init(id:version:thread:patient:number:side:author:text:files:sentAt:withdrawnAt:),
        field("id", \.id, .id().described("The message's id.")),
        field("version", \.version, .version),
        field("thread_id", \.thread, .threadID),
        field("patient_id", \.patient, .patientID),
        field("number", \.number, .int(1...MessageThread.longest).described("The message's number in its thread.")),
        field("side", \.side, .messageSide),
        field(
            "author_id", \.author,
            .uuid.described("The id of the patient, the guardian or the member of staff who wrote it.")),
        field("text", \.text, .messageText),
        field("files", \.files, .messageFiles),
        field("sent_at", \.sentAt, .instant.described("When the message was sent, in UTC.")),
        optionalField(
            "withdrawn_at", \.withdrawnAt,
            .instant.described(
                """
                When the author withdrew the message, in UTC; absent if it was not withdrawn. `text` is then \
                `(withdrawn)`, and `files` is empty.
                """
            ))
    ).described("A message in a thread between a patient and the clinic.").named("Message")
}

/// The read model of messages, with one row for each message.
public enum Messages: ClinicReadModel {
    public static let table = DocumentTable("message", key: "message_id", .uuid)
    public static let audience = DocumentAudience.allStaff
    public static let codec = MessageDocument.codec
    public static let columns = [
        DocumentColumn<MessageDocument>("patient_id", .uuid) { $0.patient.bind },
        DocumentColumn<MessageDocument>("thread_id", .uuid) { $0.thread.bind },
        DocumentColumn<MessageDocument>("number", .bigint) { .int64(Int64($0.number)) },
        DocumentColumn<MessageDocument>("side", .text) { .text($0.side.rawValue) },
        DocumentColumn<MessageDocument>("withdrawn", .boolean) { .bool($0.withdrawnAt != nil) },
    ]

    /// The text that is shown in place of a message that was withdrawn.
    static let withdrawn = "(withdrawn)"

    public static func person(of document: MessageDocument) -> UUIDBytes? { document.patient.uuid }

    public static func keys(of event: ClinicEvent) -> [DocumentKey] {
        switch event {
        case .message(.sent(let sent)): [DocumentKey(sent.message)]
        case .message(.withdrawn(let withdrawn)): [DocumentKey(withdrawn.message)]
        case .message(.erased(let erased)): erased.messages.map { DocumentKey($0) }
        default: []
        }
    }

    public static func isMadeAnew(by event: ClinicEvent) -> Bool {
        if case .message(.sent) = event { true } else { false }
    }

    public static func tags(of key: DocumentKey) -> [Tag] { key.tagged(Tag.message) }

    public static func tags(of key: DocumentKey, toldBy event: ClinicEvent) -> [Tag] {
        if case .message(.sent(let sent)) = event { [.messageThread(sent.thread)] } else { [] }
    }

    public static func fold(
        _ document: MessageDocument?, _ recorded: Recorded<ClinicEvent>, key: DocumentKey
    ) -> MessageDocument? {
        switch recorded.event {
        case .message(.sent(let sent)) where key == DocumentKey(sent.message):
            return MessageDocument(
                id: sent.message, version: recorded.position, thread: sent.thread, patient: sent.patient,
                number: sent.number, side: sent.side, author: sent.author, text: sent.text, files: sent.files,
                sentAt: recorded.recordedAt, withdrawnAt: nil)
        case .message(.withdrawn):
            var document = document
            document?.version = recorded.position
            document?.text = Personal(Self.withdrawn)
            document?.files = []
            document?.withdrawnAt = recorded.recordedAt
            return document
        case .message(.erased):
            var document = document
            document?.version = recorded.position
            document?.text = .erased
            return document
        default: return document
        }
    }
}
