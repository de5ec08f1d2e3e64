public import Endpoints
public import EventSourcing
import JSON

/// The command that replaces a clinic's settings for notifications: the reminders of visits and recalls, the language,
/// and the clinic's own texts.
public struct SetNotificationSettings: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case notFounded

        public var problem: Problem {
            switch self {
            case .notFounded: Problem(.clinicNotFounded)
            }
        }
    }

    /// The clinic's new settings for notifications. They replace all earlier settings.
    let settings: NotificationSettings

    public init(_ settings: NotificationSettings) { self.settings = settings }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        try model.require(.basics, { $0.clinic != nil }, else: Rejection.notFounded)
        let chosen = model[.notificationSettings]
        // The first settings for notifications are stored even if they equal the standard settings, because the
        // endpoint answers with the stored document.
        guard !chosen.isSet || chosen.settings != settings else { return [] }
        return [.notification(.settingsSet(NotificationSettingsSet(settings: settings)))]
    }
}

extension NotificationsAPI {
    static let setSettings = Endpoint<ClinicAction>(
        .put, "/api/v1/notification-settings", id: "setNotificationSettings",
        summary: "Set the clinic's reminders and the texts of its notifications",
        details: """
            The body replaces all settings. A reminder of a visit is left out if its time was over when the visit was \
            booked or moved. A reminder of a recall is left out if the patient has booked, or if its day is over for a \
            week. Texts must not be about a patient, because devices show them on locked screens.
            """,
        tag: tag, for: AdminOnly.self, takes: .body(NotificationSettings.codec),
        answers: [.ok(NotificationSettingsDocument.codec, "The settings as they are now")],
        problems: [.clinicNotFounded], idempotency: .accepted
    ) { _, settings throws(Problem) in
        .command(
            ClinicCommand(
                SetNotificationSettings(settings),
                answer: DocumentAnswer(NotificationSettingsRows.self, NotificationSettingsRows.key)))
    }
}
