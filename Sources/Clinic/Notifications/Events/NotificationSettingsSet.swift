public import EventSourcing
public import JSON

/// The clinic replaced all its settings for notifications: the reminders of visits and recalls, the language, and its
/// own texts.
public struct NotificationSettingsSet: EventPayload, Hashable {
    public let settings: NotificationSettings

    public init(settings: NotificationSettings) { self.settings = settings }

    public static let stored = StoredType("notification-settings-set")
    public static let codec = object(
        NotificationSettingsSet.init(settings:), field("settings", \.settings, NotificationSettings.codec))
    public var tags: [Tag] { [.notificationSettings] }
}
