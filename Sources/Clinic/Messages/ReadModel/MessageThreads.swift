public import EventSourcing
public import Identifiers
public import JSON
import SQL

public enum MessageThreadStatus: String, CaseIterable, Hashable, Sendable {
    case open, closed
}

/// The document of a thread of messages between a patient and the clinic, without the messages.
public struct MessageThreadDocument: Hashable, Sendable {
    public let id: ID<MessageThread>
    public fileprivate(set) var version: Int64
    public let patient: ID<Patient>
    public fileprivate(set) var subject: Personal<String>
    public fileprivate(set) var status: MessageThreadStatus
    public fileprivate(set) var role: StaffRole?
    public fileprivate(set) var member: ID<StaffMember>?
    public let openedAt: Instant
    public fileprivate(set) var messages: Int
    public fileprivate(set) var lastMessageAt: Instant
    public fileprivate(set) var lastSide: MessageSide

    public static let codec = object(
        MessageThreadDocument.init(
            id:version:patient:subject:status:role:member:openedAt:messages:lastMessageAt:lastSide:),
        field("id", \.id, .threadID),
        field("version", \.version, .version),
        field("patient_id", \.patient, .patientID),
        field("subject", \.subject, .messageSubject),
        field(
            """
            status
            """, \.status, .stringEnum.described("`open` or `closed`. A new message opens a closed thread again.")),
        optionalField("assigned_role", \.role, .assignedRole),
        optionalField("assigned_staff_id", \.member, .assignedStaff),
        field("opened_at", \.openedAt, .instant.described("When the thread was opened, in UTC.")),
        field("messages", \.messages, .int(0...MessageThread.longest).described("The number of messages.")),
        field("last_message_at", \.lastMessageAt, .instant.described("When the last message was sent, in UTC.")),
        field("last_side", \.lastSide, .stringEnum.described("The side that wrote the last message."))
    ).described("A thread of messages between a patient and the clinic.").named("MessageThread")
}

/// The read model of threads of messages, with one row for each thread.
public enum MessageThreads: ClinicReadModel {
    public static let table = DocumentTable("message_thread", key: "thread_id", .uuid)
    public static let audience = DocumentAudience.partOfRecord { key, reader, model in
        guard case .id(let id) = key else { return false }
        return reader.reaches(model[.messageThread(ID(id))].assignee)
    }
    public static let codec = MessageThreadDocument.codec
    public static let lastEventTellsVersion = true
    public static let columns = [
        DocumentColumn<MessageThreadDocument>("patient_id", .uuid) { $0.patient.bind },
        DocumentColumn<MessageThreadDocument>("status", .text) { .text($0.status.rawValue) },
        DocumentColumn<MessageThreadDocument>("assigned_role", .text) {
            $0.role.map { .text($0.rawValue) } ?? .null(.text)
        },
        DocumentColumn<MessageThreadDocument>("assigned_staff_id", .uuid) { $0.member?.bind ?? .null(.uuid) },
        DocumentColumn<MessageThreadDocument>("last_message_at", .timestamptz) { $0.lastMessageAt.bind },
    ]

    public static func person(of document: MessageThreadDocument) -> UUIDBytes? { document.patient.uuid }

    public static func keys(of event: ClinicEvent) -> [DocumentKey] {
        guard case .message(let event) = event, let thread = event.thread else { return [] }
        return [DocumentKey(thread)]
    }

    public static func isMadeAnew(by event: ClinicEvent) -> Bool {
        if case .message(.opened) = event { true } else { false }
    }

    public static func tags(of key: DocumentKey) -> [Tag] { key.tagged(Tag.messageThread) }

    public static func fold(
        _ document: MessageThreadDocument?, _ recorded: Recorded<ClinicEvent>, key: DocumentKey
    ) -> MessageThreadDocument? {
        guard case .message(let event) = recorded.event else { return document }
        var document = document
        document?.version = recorded.position
        switch event {
        case .opened(let opened):
            return MessageThreadDocument(
                id: opened.thread, version: recorded.position, patient: opened.patient, subject: opened.subject,
                status: .open, role: opened.assignee?.role, member: opened.assignee?.member,
                openedAt: recorded.recordedAt, messages: 0, lastMessageAt: recorded.recordedAt, lastSide: .patient)
        case .sent(let sent):
            document?.messages = sent.number
            document?.lastMessageAt = recorded.recordedAt
            document?.lastSide = sent.side
            document?.status = .open
        case .assigned(let assigned):
            document?.role = assigned.assignee?.role
            document?.member = assigned.assignee?.member
        case .closed: document?.status = .closed
        case .reopened: document?.status = .open
        case .erased:
            document?.subject = .erased
            document?.status = .closed
        case .withdrawn, .read: break
        }
        return document
    }
}
