-- outside a transaction: index patient_term_of_patient
-- The terms of each patient. A search compares the patients of its first term with its other terms.
CREATE UNIQUE INDEX CONCURRENTLY patient_term_of_patient ON patient_term (clinic_id, patient_id, term);
