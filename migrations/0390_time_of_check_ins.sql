-- outside a transaction: index check_in_time
-- The check-ins of a patient by the instant at which they were made. One that was made offline is recorded later, and its id says nothing
-- about its time. The text of an instant in UTC sorts as the instant does.
CREATE INDEX CONCURRENTLY check_in_time ON check_in (clinic_id, patient_id, ((document ->> 'timestamp') COLLATE "C"), check_in_id);
