import Clinic
import Endpoints
import EventSourcing
import Identifiers
import JSON

/// A notification as the API shows it to the recipient.
struct ShownNotification: Sendable {
    let id: UUIDBytes
    /// The version of the notification: 1 if it is unread, 2 if it is read.
    let version: Int64
    let type: NotificationType
    let title: String
    let body: String
    let url: String
    let kind: NotificationSubject.Kind
    let subject: UUIDBytes
    let start: Instant?
    /// The dependant whom the notification is about; `nil` if it is about the recipient.
    let dependant: UUIDBytes?
    let at: Instant
    let isRead: Bool

    static let codec = object(
        ShownNotification.init(id:version:type:title:body:url:kind:subject:start:dependant:at:isRead:),
        field("id", \.id, .uuid.described("The notification's id.")),
        field("version", \.version, .version),
        field("type", \.type, NotificationType.codec.described("The kind of the notification.")),
        field("title", \.title, .string(max: 60).described("The title, in the person's language.")),
        field("body", \.body, .string(max: 160).described("The text, in the person's language.")),
        field("url", \.url, .string(max: 200).described("The link that the app opens.")),
        field("subject_kind", \.kind, .stringEnum.described("The kind of the entity that the notification is about.")),
        field("subject_id", \.subject, .uuid.described("The id of the entity that the notification is about.")),
        optionalField(
            "start", \.start,
            .instant.described("When the visit begins, in UTC; absent if the notification is about no visit.")),
        optionalField(
            "dependant_id", \.dependant,
            .uuid.described(
                "The dependant's id; absent if the notification is not about one of the caller's dependants.")),
        field("created_at", \.at, .instant.described("When the notification was caused, in UTC.")),
        field("read", \.isRead, .bool.described("Whether the recipient has marked the notification as read."))
    ).described("A notification.").named("Notification")

    /// The JSON of a page of a person's notifications, the newest first.
    static func page(_ own: OwnNotifications, _ page: Page) -> [UInt8] {
        let last = page.after.flatMap { $0.values.first }.flatMap { Int64($0) } ?? .max
        let rest = own.inbox.items.reversed().filter { $0.position < last }
        let shown = rest.prefix(page.limit)
        let next = rest.count > page.limit ? shown.last.map { Cursor(["\($0.position)"]).text } : nil
        return Page.bytes(shown.map { ShownNotification($0, of: own) }, codec, next: next)
    }
}

extension ShownNotification {
    init(_ item: NotificationInboxDocument.Item, of own: OwnNotifications) {
        let text = own.text(of: item.type)
        self.init(
            id: item.id, version: own.isRead(item) ? 2 : 1, type: item.type, title: text.title, body: text.body,
            url: item.subject.url,
            kind: item.subject.kind, subject: item.subject.id, start: item.start, dependant: own.dependants[item.id],
            at: item.at, isRead: own.isRead(item))
    }
}

/// The number of a person's unread notifications.
struct UnreadCount: Sendable {
    let count: Int

    static let codec = object(
        UnreadCount.init(count:),
        field(
            "count", \.count,
            .int(0...NotificationInboxDocument.mostItems).described("The number of unread notifications."))
    ).described("The number of unread notifications.").named("UnreadNotifications")
}

/// The key with which browsers subscribe to notifications.
struct WebPushKey: Sendable {
    let applicationServerKey: String?

    static let codec = object(
        WebPushKey.init(applicationServerKey:),
        field(
            "application_server_key", \.applicationServerKey,
            .nullable(
                .string(
                    min: 87, max: 87, pattern: "^[A-Za-z0-9_-]{87}$", detail: "a point of P-256 in base64url"
                ) { $0.utf8.count == 87 }
                .described(
                    """
                    The server's public key for Web Push (RFC 8292): a P-256 point, uncompressed (65 bytes), in \
                    base64url. `null` if the server does not notify browsers.
                    """)))
    ).described("The key with which browsers subscribe to notifications.").named("WebPushKey")
}

/// The body of the request that marks a notification and all older ones as read.
struct ReadUpToBody: Sendable {
    let last: UUIDBytes

    static let codec = object(
        ReadUpToBody.init(last:),
        field("up_to", \.last, .uuid.described("The id of the newest notification to mark as read."))
    ).described("The newest notification to mark as read.").named("NotificationsRead")
}

extension CursorKey {
    /// A value of a page's cursor that is the position of an event.
    static let position = CursorKey { text in Int64(text).map { $0 > 0 } ?? false }
}
