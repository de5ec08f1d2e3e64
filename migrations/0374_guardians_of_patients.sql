-- outside a transaction: index guardian_by_dependant
-- The guardians of a patient, whom notifications of the patient's visits and payments reach too.
CREATE INDEX CONCURRENTLY guardian_by_dependant ON guardian USING gin (((document -> 'dependants')::jsonb) jsonb_path_ops);
