public import EventSourcing
public import Identifiers
public import JSON

/// The author of a message withdrew it before the other side had read it. The text is no longer shown, but the event
/// `message-sent` still contains it until the patient is erased.
public struct MessageWithdrawn: EventPayload, Hashable {
    public let message: ID<Message>
    public let thread: ID<MessageThread>
    public let patient: ID<Patient>
    /// The number of the withdrawn message in its thread.
    public let number: Int
    /// The persons who were notified of the withdrawn message.
    public let recipients: [UUIDBytes]

    public static let stored = StoredType("message-withdrawn")
    public static let codec = object(
        MessageWithdrawn.make(message:thread:patient:number:recipientsIfAny:), field("message_id", \.message, .id()),
        field("thread_id", \.thread, .id()), field("patient_id", \.patient, .id()),
        field("number", \.number, .int(1...MessageThread.longest)),
        optionalField("recipient_ids", \.recipientsIfAny, .array(.uuid, 1...MessageThread.mostRecipients)))
    public var tags: [Tag] { [.messageThread(thread), .message(message)] }

    private var recipientsIfAny: [UUIDBytes]? { recipients.isEmpty ? nil : recipients }

    private static func make(
        message: ID<Message>, thread: ID<MessageThread>, patient: ID<Patient>, number: Int,
        recipientsIfAny: [UUIDBytes]?
    ) -> MessageWithdrawn {
        MessageWithdrawn(
            message: message, thread: thread, patient: patient, number: number, recipients: recipientsIfAny ?? [])
    }
}
