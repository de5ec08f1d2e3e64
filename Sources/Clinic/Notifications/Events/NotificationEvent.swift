public import EventSourcing

/// The events of the feature `Notifications`: reminders of visits, and the clinic's settings for notifications.
public enum NotificationEvent: FeatureEvent {
    case visitReminded(VisitReminded)
    case settingsSet(NotificationSettingsSet)

    public var payload: any EventPayload {
        switch self {
        case .visitReminded(let payload): payload
        case .settingsSet(let payload): payload
        }
    }

    static func register(in types: EventTypes<ClinicEvent>) -> EventTypes<ClinicEvent> {
        types
            .with(VisitReminded.self) { .notification(.visitReminded($0)) }
            .with(NotificationSettingsSet.self) { .notification(.settingsSet($0)) }
    }
}
