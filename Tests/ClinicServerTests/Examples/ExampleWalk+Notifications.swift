import ClinicTestSupport
import Identifiers
import JSON

/// Example requests about notifications.
extension ExampleWalk {
    func showNotifications() async throws {
        try await show(
            "setNotificationSettings", "An admin sets reminders of visits and recalls, and a text", by: admin,
            body: """
                {"reminder_minutes":[2880,120],"language":"en","texts":[{"type":"appointment.reminder","language":"en",\
                "title":"See you soon","body":"We look forward to your visit."}],"recall_days":[-28,14]}
                """)
        try await show("getNotificationSettings", "An admin reads reminders and texts", by: admin)
        let newest = try await patient.app.get("notifications?limit=1").items.first?["id"]?.string ?? ""
        try await show("countUnreadNotifications", "An app asks for the number of its badge", by: patient)
        try await show(
            "readNotification", "A patient has read a notification", by: patient, ["notification_id": newest])
        try await show(
            "readNotifications", "A patient has seen the list up to a notification", by: patient,
            body: #"{"up_to":"\#(newest)"}"#)
        try await show(
            "setNotificationPreferences", "A patient wants reminders and offers, and quiet nights", by: patient,
            body: """
                {"push":["appointment.reminder","waitlist.offer"],"mail":["appointment.reminder"],"language":"en",\
                "quiet_hours":{"start":"22:00","end":"07:00","exempt":["waitlist.offer"]}}
                """)
        try await show("getNotificationPreferences", "A patient reads the choice", by: patient)
        let dead = try await DeadDeliveries.new(in: ExampleClinic.id.text)
        try await show("listDeadDeliveries", "An admin looks for deliveries that were given up", by: admin)
        try await show(
            "sendDeliveryAgain", "An admin sends a delivery again", by: admin, ["delivery_id": dead])
    }
    func showNotificationsOfDependant() async throws {
        let child = try id("child")
        let named = try await receptionist.app.send("PUT", "patients/\(child)/guardians/\(clinic.patient)")
        guard named.status == 200 else { throw Missing(what: "a guardian") }
        try await show(
            "listNotifications", "A father lists the notifications of his child and his own", by: patient,
            ["limit": "2"])
    }
}
