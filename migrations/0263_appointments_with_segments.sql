-- outside a transaction: index appointment_with_segments
-- The appointments in which a hygienist treats: each booking looks at those of its time.
CREATE INDEX CONCURRENTLY appointment_with_segments ON appointment (clinic_id, starts_at)
    WHERE holds_time AND hygienist_id IS NOT NULL;
