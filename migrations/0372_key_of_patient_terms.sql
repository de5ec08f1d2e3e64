-- The primary key begins with the patient. Searches by servers of the previous release use the index by term.
ALTER TABLE patient_term
    DROP CONSTRAINT patient_term_pkey,
    ADD CONSTRAINT patient_term_pkey PRIMARY KEY USING INDEX patient_term_of_patient;
