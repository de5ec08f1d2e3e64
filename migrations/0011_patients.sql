-- Patients, and the terms that they are found by.

CREATE TABLE patient (
    clinic_id    uuid NOT NULL,
    patient_id   uuid NOT NULL,
    document     json NOT NULL,  -- for the staff
    own_document json NOT NULL,  -- for the patient: without the staff's note
    card         json NOT NULL,  -- id, name, birth date, phone: for lists of other things
    sort_name    text NOT NULL COLLATE "C",  -- family name first, folded
    search_terms text NOT NULL COLLATE "C",  -- with spaces between them
    PRIMARY KEY (clinic_id, patient_id)
);
CREATE INDEX patient_by_name ON patient (clinic_id, sort_name, patient_id);

-- One row per patient and term, kept in step by triggers whatever writes the patients: an append, a rebuild, a COPY.
--
-- Ranges of "C" text over a B-tree and not a trigram or full-text index, because row-level security lets an index be
-- searched by none but leakproof operators, and of all these only the comparisons of text are.
CREATE TABLE patient_term (
    clinic_id  uuid NOT NULL,
    term       text NOT NULL COLLATE "C",
    patient_id uuid NOT NULL,
    sort_name  text NOT NULL COLLATE "C",  -- so that the first page by name is known before a patient is touched
    PRIMARY KEY (clinic_id, term, patient_id) INCLUDE (sort_name)
);

CREATE FUNCTION add_patient_terms() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO patient_term (clinic_id, term, patient_id, sort_name)
    SELECT p.clinic_id, w.word, p.patient_id, p.sort_name
    FROM added AS p CROSS JOIN LATERAL unnest(string_to_array(p.search_terms, ' ')) AS w (word)
    ORDER BY p.clinic_id, w.word, p.patient_id  -- the index's order: thousands at once touch each page once
    ON CONFLICT DO NOTHING;
    RETURN NULL;
END
$$;

CREATE FUNCTION remove_patient_terms() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM patient_term AS t
    USING removed AS p CROSS JOIN LATERAL unnest(string_to_array(p.search_terms, ' ')) AS w (word)
    WHERE (t.clinic_id, t.term, t.patient_id) = (p.clinic_id, w.word, p.patient_id);
    RETURN NULL;
END
$$;

CREATE FUNCTION change_patient_terms() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM patient_term AS t
    USING removed AS p
        JOIN added AS n USING (clinic_id, patient_id)
        CROSS JOIN LATERAL unnest(string_to_array(p.search_terms, ' ')) AS w (word)
    WHERE (p.search_terms, p.sort_name) <> (n.search_terms, n.sort_name)
        AND (t.clinic_id, t.term, t.patient_id) = (p.clinic_id, w.word, p.patient_id);

    INSERT INTO patient_term (clinic_id, term, patient_id, sort_name)
    SELECT n.clinic_id, w.word, n.patient_id, n.sort_name
    FROM removed AS p
        JOIN added AS n USING (clinic_id, patient_id)
        CROSS JOIN LATERAL unnest(string_to_array(n.search_terms, ' ')) AS w (word)
    WHERE (p.search_terms, p.sort_name) <> (n.search_terms, n.sort_name)
    ORDER BY n.clinic_id, w.word, n.patient_id
    ON CONFLICT DO NOTHING;
    RETURN NULL;
END
$$;

CREATE FUNCTION remove_all_patient_terms() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    TRUNCATE patient_term;
    RETURN NULL;
END
$$;

CREATE TRIGGER terms_added AFTER INSERT ON patient
    REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION add_patient_terms();
CREATE TRIGGER terms_removed AFTER DELETE ON patient
    REFERENCING OLD TABLE AS removed
    FOR EACH STATEMENT EXECUTE FUNCTION remove_patient_terms();
CREATE TRIGGER terms_changed AFTER UPDATE ON patient
    REFERENCING OLD TABLE AS removed NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION change_patient_terms();
CREATE TRIGGER terms_all_removed AFTER TRUNCATE ON patient
    FOR EACH STATEMENT EXECUTE FUNCTION remove_all_patient_terms();

GRANT SELECT, INSERT, UPDATE, DELETE ON patient TO chairside_server;
GRANT SELECT, INSERT, DELETE ON patient_term TO chairside_server;
