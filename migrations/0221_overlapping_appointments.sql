-- outside a transaction: index appointment_overlapping
-- The appointments that were allowed to overlap others: each booking looks at those around its time.
CREATE INDEX CONCURRENTLY appointment_overlapping ON appointment (clinic_id, starts_at)
    WHERE holds_time AND allowed_overlaps IS NOT NULL;
