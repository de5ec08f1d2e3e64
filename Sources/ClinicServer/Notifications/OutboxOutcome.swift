import EventSourcing
import SQL

/// A statement with which a server changes a row of the notification outbox that it has claimed. The statement changes
/// nothing if another server has claimed the row since, or if the row is settled.
struct OutboxOutcome: Sendable {
    let statement: Statement

    enum Settled: String, Sendable { case sent, dead }

    /// Ends a delivery that was sent or is given up.
    static func settle(
        _ row: ClaimedDelivery, as state: Settled, because reason: String?, at now: Instant
    ) -> OutboxOutcome {
        OutboxOutcome(
            statement: """
                UPDATE notification_outbox SET state = \(state.rawValue), settled_at = \(now), reason = \(reason)
                WHERE \(isStill(row))
                """)
    }

    /// Lets the row of the notification outbox wait for another attempt after a failed attempt.
    static func retry(_ row: ClaimedDelivery, at next: Instant, because reason: String) -> OutboxOutcome {
        OutboxOutcome(
            statement: """
                UPDATE notification_outbox SET state = 'failed', next_attempt_at = \(next), reason = \(reason)
                WHERE \(isStill(row))
                """)
    }

    /// Lets the row of the notification outbox wait, and does not count the claim as an attempt. For example, the row
    /// waits for the end of the recipient's quiet hours.
    static func postpone(_ row: ClaimedDelivery, to next: Instant) -> OutboxOutcome {
        OutboxOutcome(
            statement: """
                UPDATE notification_outbox SET attempts = attempts - 1, next_attempt_at = \(next) WHERE \(isStill(row))
                """)
    }

    /// Deletes a row of the notification outbox whose device or e-mail address no longer exists, that its recipient
    /// does not want, or that expired before its first attempt.
    static func drop(_ row: ClaimedDelivery) -> OutboxOutcome {
        OutboxOutcome(statement: "DELETE FROM notification_outbox WHERE \(isStill(row))")
    }

    private static func isStill(_ row: ClaimedDelivery) -> Statement {
        """
        clinic_id = \(row.clinic) AND outbox_id = \(row.id) AND claim = \(row.claim) AND state IN ('queued', 'failed')
        """
    }
}
