-- outside a transaction: index appointment_with_buffers
-- The appointments with buffers around their chair's time: each booking looks at those of its chair.
CREATE INDEX CONCURRENTLY appointment_with_buffers ON appointment (clinic_id, chair_id, starts_at)
    WHERE holds_time AND allowed_overlaps IS NULL AND buffer_after IS NOT NULL;
