public import JSON

/// The ways in which a notification reaches a person.
public enum NotificationChannel: String, Hashable, Sendable, CaseIterable {
    case push, mail
}

/// A person's choice of the kinds of notifications, of the channels that deliver them, and of quiet hours.
public struct NotificationPreferences: Hashable, Sendable {
    /// The kinds of notifications that the person's devices show.
    public let push: [NotificationType]
    /// The kinds of notifications that are mailed to the person.
    public let mail: [NotificationType]
    /// The language of the person's notifications; `nil` for the clinic's.
    public let language: NotificationLanguage?
    /// The hours in which the person gets no notifications; `nil` for none.
    public let quietHours: QuietHours?

    public init(
        push: [NotificationType], mail: [NotificationType], language: NotificationLanguage? = nil,
        quietHours: QuietHours? = nil
    ) {
        self.push = push
        self.mail = mail
        self.language = language
        self.quietHours = quietHours
    }

    /// The preferences of a person who has not chosen any. The trigger of the table `notification_inbox` has the same
    /// defaults.
    public static let standard = NotificationPreferences(
        push: NotificationType.allCases, mail: [.appointmentReminder, .recallDue, .waitlistOffer])

    public func types(on channel: NotificationChannel) -> [NotificationType] {
        switch channel {
        case .push: push
        case .mail: mail
        }
    }

    public static let codec = object(
        NotificationPreferences.init(push:mail:language:quietHours:),
        field(
            "push", \.push,
            .array(NotificationType.codec, 0...8).described(
                "The kinds of notifications that the person's devices show.")),
        field(
            "mail", \.mail,
            .array(NotificationType.codec, 0...8).described("The kinds of notifications that are mailed to the person.")
        ),
        optionalField(
            "language", \.language,
            .stringEnum.described("The language of the notifications; absent: the clinic's language.")),
        optionalField(
            "quiet_hours", \.quietHours,
            QuietHours.codec.described("The hours in which the person gets no notifications; absent: none."))
    ).described(
        "A person's choice of the kinds of notifications, of the channels that deliver them, and of quiet hours."
    ).named("NotificationPreferences")
}
