public import EventSourcing
public import Identifiers
public import JSON

/// A thread of messages was opened. The next event is the thread's first message.
public struct MessageThreadOpened: EventPayload, Hashable {
    public let thread: ID<MessageThread>
    public let patient: ID<Patient>
    public let subject: Personal<String>
    public let assignee: MessageAssignee?

    public static let stored = StoredType("message-thread-opened")
    public static let codec = object(
        MessageThreadOpened.checked(thread:patient:subject:role:member:), field("thread_id", \.thread, .id()),
        field("patient_id", \.patient, .id()),
        field("subject", \.subject, .personal(.contact, .string(min: 1, max: 200))),
        optionalField("assigned_role", \.assignee?.role, .stringEnum),
        optionalField("assigned_staff_id", \.assignee?.member, .id()))
    public var person: UUIDBytes? { patient.uuid }
    public var tags: [Tag] { [.messageThread(thread), .messageThreads(of: patient)] }

    private static func checked(
        thread: ID<MessageThread>, patient: ID<Patient>, subject: Personal<String>, role: StaffRole?,
        member: ID<StaffMember>?
    ) throws(CheckFailure) -> MessageThreadOpened {
        MessageThreadOpened(
            thread: thread, patient: patient, subject: subject, assignee: try .checked(role: role, member: member))
    }
}

/// A thread of messages was assigned to a role, to a member of staff, or to nobody.
public struct MessageThreadAssigned: EventPayload, Hashable {
    public let thread: ID<MessageThread>
    public let patient: ID<Patient>
    public let assignee: MessageAssignee?

    public static let stored = StoredType("message-thread-assigned")
    public static let codec = object(
        MessageThreadAssigned.checked(thread:patient:role:member:), field("thread_id", \.thread, .id()),
        field("patient_id", \.patient, .id()), optionalField("assigned_role", \.assignee?.role, .stringEnum),
        optionalField("assigned_staff_id", \.assignee?.member, .id()))
    public var tags: [Tag] { [.messageThread(thread)] }

    private static func checked(
        thread: ID<MessageThread>, patient: ID<Patient>, role: StaffRole?, member: ID<StaffMember>?
    ) throws(CheckFailure) -> MessageThreadAssigned {
        MessageThreadAssigned(thread: thread, patient: patient, assignee: try .checked(role: role, member: member))
    }
}

public struct MessageThreadClosed: EventPayload, Hashable {
    public let thread: ID<MessageThread>
    public let patient: ID<Patient>

    public static let stored = StoredType("message-thread-closed")
    public static let codec = object(
        MessageThreadClosed.init(thread:patient:), field("thread_id", \.thread, .id()),
        field("patient_id", \.patient, .id()))
    public var tags: [Tag] { [.messageThread(thread)] }
}

/// A member of staff opened a closed thread again. A new message also opens a closed thread, without this event.
public struct MessageThreadReopened: EventPayload, Hashable {
    public let thread: ID<MessageThread>
    public let patient: ID<Patient>

    public static let stored = StoredType("message-thread-reopened")
    public static let codec = object(
        MessageThreadReopened.init(thread:patient:), field("thread_id", \.thread, .id()),
        field("patient_id", \.patient, .id()))
    public var tags: [Tag] { [.messageThread(thread)] }
}

/// The texts of a thread were erased because the thread's patient was erased. The patient's key was destroyed in the
/// same transaction.
public struct MessagesErased: EventPayload, Hashable {
    public let thread: ID<MessageThread>
    public let patient: ID<Patient>
    public let messages: [ID<Message>]

    public static let stored = StoredType("messages-erased")
    public static let codec = object(
        MessagesErased.init(thread:patient:messages:), field("thread_id", \.thread, .id()),
        field("patient_id", \.patient, .id()), field("messages", \.messages, .array(.id())))
    public var tags: [Tag] { [.messageThread(thread)] }
}

extension DecisionModel<ClinicEvent> {
    /// The events that erase the texts of a patient's threads when the patient is erased.
    mutating func erasedMessages(of patient: ID<Patient>) -> [ClinicEvent] {
        self[.messageThreads(of: patient)].threads.map { thread in
            let messages = self[.messageThread(thread)].messages
            return .message(.erased(MessagesErased(thread: thread, patient: patient, messages: messages)))
        }
    }
}
