import Metrics

extension MetricsPage {
    mutating func addDeliveries(_ counts: DeliveryCounts) {
        page.begin(
            "chairside_notification_deliveries_total", .counter,
            "Attempts of this server to deliver notifications, by channel and outcome.")
        for way in DeliveryWay.allCases {
            for outcome in DeliveryOutcome.allCases {
                page.sample(counts[way][outcome], [("channel", way.label), ("outcome", "\(outcome)")])
            }
        }
    }

    /// Adds the state of the notification outbox to the metrics page.
    ///
    /// - Parameter outbox: `nil` if the server is still starting, or if PostgreSQL does not answer.
    mutating func addOutbox(_ outbox: OutboxReading?) {
        guard let outbox else { return }
        gauge(
            "chairside_notifications_waiting", "Deliveries of notifications that wait for an attempt.",
            Int(outbox.waiting))
        gauge(
            "chairside_notifications_dead", "Deliveries of notifications that were given up in the last 30 days.",
            Int(outbox.dead))
        gauge(
            "chairside_notification_oldest_seconds", "Age of the oldest notification that waits to be delivered.",
            Int(outbox.age))
        gauge(
            "chairside_notification_overdue_seconds", "Time for which an attempt to deliver a notification is overdue.",
            Int(outbox.overdue))
    }
}
