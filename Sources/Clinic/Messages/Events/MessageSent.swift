public import EventSourcing
public import Identifiers
public import JSON

/// A message was sent in a thread of messages.
public struct MessageSent: EventPayload, Hashable {
    public let message: ID<Message>
    public let thread: ID<MessageThread>
    public let patient: ID<Patient>
    /// The message's number in its thread, from 1.
    public let number: Int
    public let side: MessageSide
    /// The patient, the guardian or the member of staff who wrote the message.
    public let author: UUIDBytes
    public let text: Personal<String>
    public let files: [ID<PatientFile>]
    /// The day, by the clinic's calendar, on which the patient or a guardian sent the message; `nil` if staff sent it.
    public let day: CivilDate?
    /// The patients or the members of staff who are notified of the message. They are of the side of the thread that
    /// did not write the message.
    public let recipients: [UUIDBytes]

    public static let stored = StoredType("message-sent")
    public static let codec = object(
        MessageSent.make(message:thread:patient:number:side:author:text:filesIfAny:day:recipientsIfAny:),
        field("message_id", \.message, .id()), field("thread_id", \.thread, .id()),
        field("patient_id", \.patient, .id()), field("number", \.number, .int(1...MessageThread.longest)),
        field("side", \.side, .stringEnum), field("author_id", \.author, .uuid),
        field("text", \.text, .personal(.contact, .text(min: 1, max: MessageDraft.longestText))),
        optionalField("files", \.filesIfAny, .array(.id())), optionalField("day", \.day, .date),
        optionalField(
            "recipient_ids", \.recipientsIfAny,
            .array(.uuid, 1...MessageThread.mostRecipients)))
    public var person: UUIDBytes? { patient.uuid }
    public var tags: [Tag] {
        [.messageThread(thread), .message(message)] + (day.map { [.messageDay(patient, $0)] } ?? [])
    }

    private var filesIfAny: [ID<PatientFile>]? { files.isEmpty ? nil : files }
    private var recipientsIfAny: [UUIDBytes]? { recipients.isEmpty ? nil : recipients }

    private static func make(
        message: ID<Message>, thread: ID<MessageThread>, patient: ID<Patient>, number: Int, side: MessageSide,
        author: UUIDBytes, text: Personal<String>, filesIfAny: [ID<PatientFile>]?, day: CivilDate?,
        recipientsIfAny: [UUIDBytes]?
    ) -> MessageSent {
        MessageSent(
            message: message, thread: thread, patient: patient, number: number, side: side, author: author, text: text,
            files: filesIfAny ?? [], day: day, recipients: recipientsIfAny ?? [])
    }
}
