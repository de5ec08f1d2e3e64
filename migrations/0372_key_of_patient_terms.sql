-- The primary key begins with the patient. The index by term has the other order, so a third index is superfluous.
ALTER TABLE patient_term
    DROP CONSTRAINT patient_term_pkey,
    ADD CONSTRAINT patient_term_pkey PRIMARY KEY USING INDEX patient_term_of_patient;
