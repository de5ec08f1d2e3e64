public import EventSourcing
public import Identifiers
public import JSON

/// A person's latest notifications. A notification has ids, and no other data of a patient and no free text.
public struct NotificationInboxDocument: Hashable, Sendable {
    public let recipient: UUIDBytes
    /// The person's latest notifications, at most `mostItems`, the oldest first.
    public internal(set) var items: [Item]

    public init(recipient: UUIDBytes, items: [Item] = []) {
        self.recipient = recipient
        self.items = items
    }

    /// The maximum number of notifications that are kept for a person.
    public static let mostItems = 100

    public struct Item: Hashable, Sendable {
        public let id: UUIDBytes
        /// The position of the event that caused the notification.
        public let position: Int64
        public let type: NotificationType
        public let subject: NotificationSubject
        public let at: Instant
        /// The start of the visit that the notification is about; `nil` if it is about no visit.
        public let start: Instant?
        public let expires: Instant
        /// The number of the message in its thread; `nil` if the notification is about no message.
        public let message: Int?
        /// Whether the recipient has read the message in its thread that the notification is about.
        public fileprivate(set) var isSeen = false
        private var subjectID: UUIDBytes { subject.id }

        public static let codec = object(
            Item.make(id:position:type:kind:subjectID:at:start:expires:message:isSeen:),
            field("id", \.id, .uuid), field("position", \.position, .int64),
            field("type", \.type, NotificationType.codec),
            field("kind", \.subject.kind, .stringEnum), field("subject_id", \.subjectID, .uuid),
            field("at", \.at, .instant), optionalField("start", \.start, .instant),
            field("expires_at", \.expires, .instant),
            optionalField("message_number", \.message, .int(1...MessageThread.longest)),
            field("seen", \.isSeen, .bool, default: false))

        private static func make(
            id: UUIDBytes, position: Int64, type: NotificationType, kind: NotificationSubject.Kind,
            subjectID: UUIDBytes, at: Instant, start: Instant?, expires: Instant, message: Int?, isSeen: Bool
        ) -> Item {
            var item = Item(
                id: id, position: position, type: type, subject: NotificationSubject(kind, subjectID), at: at,
                start: start, expires: expires, message: message)
            item.isSeen = isSeen
            return item
        }

        public init(
            id: UUIDBytes, position: Int64, type: NotificationType, subject: NotificationSubject, at: Instant,
            start: Instant?, expires: Instant, message: Int? = nil
        ) {
            self.message = message
            self.id = id
            self.position = position
            self.type = type
            self.subject = subject
            self.at = at
            self.start = start
            self.expires = expires
        }
    }

    public static let codec = object(
        NotificationInboxDocument.init(recipient:items:), field("recipient_id", \.recipient, .uuid),
        field("items", \.items, .array(Item.codec, 0...mostItems)))
}

extension NotificationInboxDocument {
    /// Records that the recipient has read messages of a thread, so that the notifications of these messages count as
    /// read.
    mutating func note(_ read: MessagesRead) {
        let thread = NotificationSubject(.messageThread, read.thread.uuid)
        for index in items.indices where items[index].subject == thread {
            if let message = items[index].message, message <= read.upTo { items[index].isSeen = true }
        }
    }

    /// Records that a message was withdrawn. The notification of the message counts as read, and is no longer
    /// delivered.
    mutating func note(_ withdrawn: MessageWithdrawn) {
        let thread = NotificationSubject(.messageThread, withdrawn.thread.uuid)
        for index in items.indices where items[index].subject == thread && items[index].message == withdrawn.number {
            items[index].isSeen = true
        }
    }
}

extension NotificationInboxDocument.Item {
    init(_ new: NewNotification, from recorded: Recorded<ClinicEvent>) {
        self.init(
            id: Self.id(recorded.position, new.recipient), position: recorded.position, type: new.type,
            subject: new.subject, at: recorded.recordedAt, start: new.start, expires: new.expires,
            message: new.message)
    }

    /// The id of the notification that the event at a position causes for a recipient. The id is computed from the
    /// position and the recipient, so every server that folds the event gets the same id.
    static func id(_ position: Int64, _ recipient: UUIDBytes) -> UUIDBytes {
        let random: UInt64 = 0x3fff_ffff_ffff_ffff
        let low = recipient.low
        return UUIDBytes(
            high: recipient.high, low: low & ~random | (low &+ UInt64(bitPattern: position)) & random)
    }
}
