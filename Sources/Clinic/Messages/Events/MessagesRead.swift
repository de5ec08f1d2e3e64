public import EventSourcing
public import Identifiers
public import JSON

/// A reader has read a thread up to a message. The patient, each guardian and each member of staff have a read mark of
/// their own.
public struct MessagesRead: EventPayload, Hashable {
    public let mark: ID<ReadMark>
    public let thread: ID<MessageThread>
    public let patient: ID<Patient>
    public let reader: UUIDBytes
    /// The number of the last message of the thread that was read.
    public let upTo: Int
    /// The reader's side of the thread, if this reader is the first of that side to have read the thread up to `upTo`;
    /// otherwise `nil`. It is also `nil` in events that were stored before messages could be withdrawn.
    public let leads: MessageSide?

    public static let stored = StoredType("messages-read")
    public static let codec = object(
        MessagesRead.init(mark:thread:patient:reader:upTo:leads:), field("mark_id", \.mark, .id()),
        field("thread_id", \.thread, .id()), field("patient_id", \.patient, .id()),
        field("reader_id", \.reader, .uuid), field("up_to", \.upTo, .int(1...MessageThread.longest)),
        optionalField("leads", \.leads, .stringEnum))
    public var tags: [Tag] { [.readMark(mark)] + (leads.map { [.messagesRead(in: thread, by: $0)] } ?? []) }
}
