import ClinicTestSupport
import PostgresClient
import SQL
import TestSupport

extension FurnishedClinic {
    /// Sets the clinic's notification settings, and keeps the ids of a notification and a dead delivery for each
    /// patient.
    mutating func notify(_ practice: Practice, _ admin: App) async throws {
        let settings = #"{"reminder_minutes":[1440,120],"language":"en","texts":[]}"#
        guard try await admin.put("notification-settings", settings).status == 200 else {
            throw Missing(what: "settings of notifications")
        }
        let clinic = try await admin.get("clinic").text("id")
        for index in things.indices {
            let patient = try await practice.signIn("patient\(index + 1)", clinic: slug)
            keep(.notification, index, try await patient.aNotification())
            keep(.delivery, index, try await DeadDeliveries.new(in: clinic))
        }
    }
}

enum DeadDeliveries {
    /// Adds a dead delivery to the notification outbox, and returns its id.
    static func new(in clinic: String) async throws -> String {
        let id = newKey()
        try await TestDatabase.current.withConnection { connection in
            _ = try await connection.perform(
                """
                INSERT INTO notification_outbox (
                    clinic_id, outbox_id, notification_id, person_id, type, channel, state, next_attempt_at, expires_at,
                    created_at, settled_at, reason)
                VALUES (\(clinic)::text::uuid, \(id)::text::uuid, gen_random_uuid(), gen_random_uuid(),
                    'appointment.reminder', 'mail', 'dead', now(), now() + interval '1 day', now(), now(), 'refused')
                """)
        }
        return id
    }
}

extension App {
    /// The id of the caller's latest notification. If the caller has none, the function inserts one into the database.
    func aNotification() async throws -> String {
        if let latest = try await get("notifications").items.first { return try latest.text("id") }
        let (id, clinic) = (newKey(), try await get("me").text("clinic_id"))
        let document = """
            {"recipient_id":"\(subject)","items":[{"id":"\(id)","position":1,"type":"check-in.missed",\
            "kind":"missed_check_in","subject_id":"\(newKey())","at":"2026-01-01T00:00:00Z",\
            "expires_at":"2026-01-02T00:00:00Z"}]}
            """
        try await TestDatabase.current.withConnection { connection in
            _ = try await connection.perform(
                """
                INSERT INTO notification_inbox (clinic_id, person_id, document, last_position)
                VALUES (\(clinic)::text::uuid, \(subject)::text::uuid, \(document)::text::json, 1)
                """)
        }
        return id
    }
}
