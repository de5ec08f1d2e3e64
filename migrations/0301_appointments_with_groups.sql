-- outside a transaction: index appointment_with_group
-- An index of the appointments of group visits. Each booking searches it for group visits at the same time.
CREATE INDEX CONCURRENTLY appointment_with_group ON appointment (clinic_id, starts_at)
    WHERE holds_time AND group_service_id IS NOT NULL;
