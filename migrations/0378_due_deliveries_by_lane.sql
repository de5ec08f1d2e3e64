-- outside a transaction: index notification_outbox_waiting
-- The waiting deliveries by lane, clinic and time of the next attempt.
CREATE INDEX CONCURRENTLY notification_outbox_waiting ON notification_outbox (lane, clinic_id, next_attempt_at)
    WHERE state IN ('queued', 'failed');
