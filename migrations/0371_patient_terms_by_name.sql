-- outside a transaction: index patient_term_by_name
-- The search terms in the order in which a search lists patients, so that a page of a search reads only the entries of a page.
CREATE INDEX CONCURRENTLY patient_term_by_name ON patient_term (clinic_id, term, sort_name, patient_id);
