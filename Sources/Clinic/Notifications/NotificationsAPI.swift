public import Endpoints

/// The endpoints for a clinic's settings for notifications. The module `ClinicServer` has the endpoints for a person's
/// own notifications.
public enum NotificationsAPI {
    public static let endpoints: [Endpoint<ClinicAction>] = [getSettings, setSettings]

    public static let tag = "Notifications"
}
