import Endpoints
import EventSourcing
import JSON
import SQL

extension NotificationsAPI {
    static let getSettings = Endpoint<ClinicAction>(
        .get, "/api/v1/notification-settings", id: "getNotificationSettings",
        summary: "Show the clinic's reminders and the texts of its notifications",
        details: """
            A clinic that has set nothing reminds patients 24 hours and 2 hours before a visit, and of no recalls.
            """,
        tag: tag, for: AdminOnly.self,
        answers: [.ok(NotificationSettingsDocument.codec, "The settings")]
    ) { caller throws(Problem) in
        let standard = NotificationSettingsDocument(id: caller.clinic, version: 0, settings: .standard)
        let query = DocumentQuery(
            """
            SELECT coalesce(
                (SELECT document FROM notification_settings WHERE clinic_id = \(caller.clinic)),
                \(Bind.json(NotificationSettingsDocument.codec.bytes(standard)))::json)
            """, shape: .one, shows: .nobodys)
        return .query { _, _ in query }
    }
}
