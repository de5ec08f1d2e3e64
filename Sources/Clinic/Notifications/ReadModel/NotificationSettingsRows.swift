public import EventSourcing
public import Identifiers
public import JSON
import SQL

/// A clinic's settings for notifications, with their version.
public struct NotificationSettingsDocument: Sendable {
    /// The id of the clinic to which the settings for notifications belong.
    public let id: UUIDBytes
    public let version: Int64
    public let settings: NotificationSettings

    public init(id: UUIDBytes, version: Int64, settings: NotificationSettings) {
        self.id = id
        self.version = version
        self.settings = settings
    }

    public static let codec = object(
        NotificationSettingsDocument.init(id:version:settings:),
        field("id", \.id, .uuid.described("The clinic's id.")),
        field("version", \.version, .version),
        field("settings", \.settings, NotificationSettings.codec.described("The settings."))
    ).described("A clinic's settings of notifications.").named("NotificationSettingsState")
}

/// The read model of settings for notifications: one row for each clinic that has set them.
public enum NotificationSettingsRows: ClinicReadModel {
    public static let table = DocumentTable("notification_settings", key: "part", .text)
    public static let audience = DocumentAudience.aboutNobody
    static let key = DocumentKey.text("notifications")
    public static let codec = NotificationSettingsDocument.codec
    public static let readsPersonal = false
    public static let columns = [
        DocumentColumn<NotificationSettingsDocument>("longest_reminder", .bigint) {
            .int64(Int64($0.settings.reminders.first ?? 0))
        }
    ]

    public static func keys(of event: ClinicEvent) -> [DocumentKey] {
        if case .notification(.settingsSet) = event { [key] } else { [] }
    }

    public static var lastEventTellsVersion: Bool { true }

    public static func tags(of key: DocumentKey) -> [Tag] { [.notificationSettings] }

    public static func fold(
        _ document: NotificationSettingsDocument?, _ recorded: Recorded<ClinicEvent>, key: DocumentKey
    ) -> NotificationSettingsDocument? {
        guard case .notification(.settingsSet(let set)) = recorded.event else { return document }
        return NotificationSettingsDocument(id: recorded.clinic, version: recorded.position, settings: set.settings)
    }
}
