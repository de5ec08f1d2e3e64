public import EventSourcing
import Identifiers
import SQL

/// The read model of notifications: one row for each patient or member of staff with notifications. The read model is
/// written asynchronously. A trigger of its table adds the rows of the notification outbox in the same transaction.
public enum NotificationInboxes: ClinicReadModel {
    public static let table = DocumentTable("notification_inbox", key: "person_id", .uuid)
    public static let audience = DocumentAudience.allStaff
    public static let codec = NotificationInboxDocument.codec
    public static let readsPersonal = false
    public static let columns = [
        DocumentColumn<NotificationInboxDocument>("last_position", .bigint) { .int64($0.items.last?.position ?? 0) }
    ]

    /// Returns no keys, since the recipient of a notification also depends on the event's actor. Only the recorded
    /// event names the actor, so the function for recorded events returns the keys.
    public static func keys(of event: ClinicEvent) -> [DocumentKey] { [] }

    public static func keys(of recorded: Recorded<ClinicEvent>) -> [DocumentKey] {
        if let erased = recorded.event.erasedPerson { return [.id(erased)] }
        if case .message(.read(let read)) = recorded.event { return [.id(read.reader)] }
        if case .message(.withdrawn(let withdrawn)) = recorded.event { return withdrawn.recipients.map { .id($0) } }
        return recorded.notifications.map { .id($0.recipient) }
    }

    public static func fold(
        _ document: NotificationInboxDocument?, _ recorded: Recorded<ClinicEvent>, key: DocumentKey
    ) -> NotificationInboxDocument? {
        guard recorded.event.erasedPerson == nil else { return nil }
        var document = document
        if case .message(.read(let read)) = recorded.event { document?.note(read) }
        if case .message(.withdrawn(let withdrawn)) = recorded.event { document?.note(withdrawn) }
        for new in recorded.notifications where .id(new.recipient) == key {
            var inbox = document ?? NotificationInboxDocument(recipient: new.recipient, items: [])
            inbox.items.append(NotificationInboxDocument.Item(new, from: recorded))
            inbox.items.removeFirst(max(0, inbox.items.count - NotificationInboxDocument.mostItems))
            document = inbox
        }
        return document
    }
}

extension ClinicEvent {
    /// The patient or the member of staff whom the event erases, so that the inbox is erased too.
    fileprivate var erasedPerson: UUIDBytes? {
        switch self {
        case .patient(.patientErased(let event)): event.patient.uuid
        case .staff(.staffErased(let event)): event.staff.uuid
        default: nil
        }
    }
}
