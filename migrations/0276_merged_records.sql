-- outside a transaction: index patient_merged
-- The records that were merged into a record, which are few.
CREATE INDEX CONCURRENTLY patient_merged ON patient (clinic_id, merged_into)
    WHERE merged_into IS NOT NULL;
