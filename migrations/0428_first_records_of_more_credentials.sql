-- A first record of each row that was there before the triggers of the migration before. In a migration of its own, as 0191: the
-- triggers' locks are gone. A negative number stands before each record that a trigger wrote at the same time.

INSERT INTO credential_record (clinic_id, record_id, number, source, key, digest)
SELECT s.clinic_id, sortable_id(clock_timestamp()), -row_number() OVER (), s.source, s.key, s.digest
FROM credential_state AS s
WHERE NOT EXISTS (SELECT FROM credential_record AS r WHERE r.source = s.source AND r.key = s.key);
