import ClinicTestSupport
import JSON

/// Example requests about webhooks.
extension ExampleWalk {
    func showWebhooks() async throws {
        let types = #"["appointment.booked","appointment.cancelled"]"#
        let made = try await show(
            "registerWebhook", "An admin registers a URL for bookings", by: admin,
            body: #"{"url":"https://hooks.linden.invalid/chairside","event_types":\#(types)}"#)
        let webhook: KeyValuePairs = ["webhook_id": made["webhook"]?["id"]?.string ?? ""]
        try await show("listWebhooks", "An admin lists the webhooks", by: admin)
        try await show(
            "changeWebhook", "An admin changes the types of events", by: admin, webhook,
            #"{"url":"https://hooks.linden.invalid/chairside","event_types":["appointment.booked"]}"#)
        try await show("pauseWebhook", "An admin pauses a webhook", by: admin, webhook)
        // No message is added to a paused webhook, so the list of messages is empty.
        try await show("listWebhookDeliveries", "An admin looks at the last messages", by: admin, webhook)
        try await show("testWebhook", "An admin sends a test message", by: admin, webhook)
        try await show(
            "resumeWebhook", "An admin resumes a webhook and skips what it missed", by: admin, webhook,
            #"{"skip_missed":true}"#)
        try await show("rotateWebhookSecret", "An admin gives a webhook a new secret", by: admin, webhook)
        try await show("removeWebhook", "An admin removes a webhook", by: admin, webhook)
    }
}
