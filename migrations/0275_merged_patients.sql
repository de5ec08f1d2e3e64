-- Two records of one person can be merged. The merged one names the surviving one, which is found by the terms of both. Servers of
-- the version before do not write the column.
ALTER TABLE patient ADD COLUMN merged_into uuid;

-- Adds the terms by which these records are found: their own, and those of the records that were merged into them. A merged record is
-- found by none.
CREATE FUNCTION add_terms_of(clinics uuid[], records uuid[]) RETURNS void LANGUAGE sql AS $$
    INSERT INTO patient_term (clinic_id, term, patient_id, sort_name)
    SELECT p.clinic_id, w.word, p.patient_id, p.sort_name
    FROM (SELECT DISTINCT r.clinic_id, r.patient_id FROM unnest(clinics, records) AS r (clinic_id, patient_id)) AS r
        JOIN patient AS p USING (clinic_id, patient_id)
        CROSS JOIN LATERAL (
            SELECT p.search_terms
            UNION ALL
            SELECT m.search_terms FROM patient AS m WHERE m.clinic_id = p.clinic_id AND m.merged_into = p.patient_id
        ) AS t (search_terms)
        CROSS JOIN LATERAL unnest(string_to_array(t.search_terms, ' ')) AS w (word)
    WHERE p.merged_into IS NULL
    ORDER BY p.clinic_id, w.word, p.patient_id
    ON CONFLICT DO NOTHING
$$;

-- New patients of a rebuild come by the thousand, and few of them are merged.
CREATE OR REPLACE FUNCTION add_patient_terms() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO patient_term (clinic_id, term, patient_id, sort_name)
    SELECT p.clinic_id, w.word, p.patient_id, p.sort_name
    FROM added AS p CROSS JOIN LATERAL unnest(string_to_array(p.search_terms, ' ')) AS w (word)
    WHERE p.merged_into IS NULL
    ORDER BY p.clinic_id, w.word, p.patient_id
    ON CONFLICT DO NOTHING;

    PERFORM add_terms_of(array_agg(m.clinic_id), array_agg(m.survivor))
    FROM (
        SELECT p.clinic_id, p.merged_into AS survivor FROM added AS p WHERE p.merged_into IS NOT NULL
        UNION ALL
        SELECT p.clinic_id, p.patient_id FROM added AS p
        WHERE EXISTS (SELECT FROM patient AS m WHERE m.clinic_id = p.clinic_id AND m.merged_into = p.patient_id)
    ) AS m
    HAVING count(*) > 0;
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION remove_patient_terms() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM patient_term AS t
    USING removed AS p CROSS JOIN LATERAL unnest(string_to_array(p.search_terms, ' ')) AS w (word)
    WHERE (t.clinic_id, t.term, t.patient_id) = (p.clinic_id, w.word, coalesce(p.merged_into, p.patient_id));

    DELETE FROM patient_term AS t
    USING removed AS p JOIN patient AS m ON m.clinic_id = p.clinic_id AND m.merged_into = p.patient_id
        CROSS JOIN LATERAL unnest(string_to_array(m.search_terms, ' ')) AS w (word)
    WHERE (t.clinic_id, t.term, t.patient_id) = (p.clinic_id, w.word, p.patient_id);

    PERFORM add_terms_of(array_agg(p.clinic_id), array_agg(p.merged_into))
    FROM removed AS p WHERE p.merged_into IS NOT NULL HAVING count(*) > 0;
    RETURN NULL;
END
$$;

-- The terms of a changed record, and of those that were merged into it, stand under the record that they were found by. They are
-- removed there, and added again where they belong now.
CREATE OR REPLACE FUNCTION change_patient_terms() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM patient_term AS t
    USING removed AS p
        JOIN added AS n USING (clinic_id, patient_id)
        CROSS JOIN LATERAL (
            SELECT p.search_terms
            UNION ALL
            SELECT m.search_terms FROM patient AS m WHERE m.clinic_id = p.clinic_id AND m.merged_into = p.patient_id
        ) AS s (search_terms)
        CROSS JOIN LATERAL unnest(string_to_array(s.search_terms, ' ')) AS w (word)
    WHERE (p.search_terms, p.sort_name, p.merged_into) IS DISTINCT FROM (n.search_terms, n.sort_name, n.merged_into)
        AND (t.clinic_id, t.term, t.patient_id) = (p.clinic_id, w.word, coalesce(p.merged_into, p.patient_id));

    PERFORM add_terms_of(array_agg(c.clinic_id), array_agg(c.patient_id))
    FROM (
        SELECT p.clinic_id, r.patient_id
        FROM removed AS p
            JOIN added AS n USING (clinic_id, patient_id)
            CROSS JOIN LATERAL (VALUES (p.patient_id), (p.merged_into), (n.merged_into)) AS r (patient_id)
        WHERE (p.search_terms, p.sort_name, p.merged_into) IS DISTINCT FROM (n.search_terms, n.sort_name, n.merged_into)
            AND r.patient_id IS NOT NULL
    ) AS c
    HAVING count(*) > 0;
    RETURN NULL;
END
$$;

-- Merged records are about one person, who cannot be in two chairs at once: no appointment of one is at the time of one of the other.
-- This is the second guard, as that against a double booking: the decisions refuse such a merge and such a booking. Each transaction that writes here
-- holds the clinic's feed, so no two transactions pass each other unseen.
CREATE FUNCTION refuse_double_booking_of_merged() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM FROM clinic_feed WHERE clinic_id IN (SELECT clinic_id FROM written) ORDER BY clinic_id FOR UPDATE;
    IF EXISTS (
        SELECT FROM written AS w
            JOIN patient AS m ON m.clinic_id = w.clinic_id AND m.merged_into = w.patient_id
            JOIN appointment AS a ON a.clinic_id = m.clinic_id AND a.patient_id = m.patient_id
        WHERE w.holds_time AND a.holds_time AND a.starts_at < w.ends_at AND a.ends_at > w.starts_at
        UNION ALL
        SELECT FROM written AS w
            JOIN patient AS m ON m.clinic_id = w.clinic_id AND m.patient_id = w.patient_id
            JOIN appointment AS a ON a.clinic_id = m.clinic_id AND a.patient_id = m.merged_into
        WHERE w.holds_time AND a.holds_time AND a.starts_at < w.ends_at AND a.ends_at > w.starts_at)
    THEN
        RAISE EXCEPTION 'double booking of a merged patient'
            USING ERRCODE = 'exclusion_violation', CONSTRAINT = 'one_appointment_per_person', TABLE = 'appointment';
    END IF;
    RETURN NULL;
END
$$;

CREATE TRIGGER refuse_double_booking_of_merged_new AFTER INSERT ON appointment
    REFERENCING NEW TABLE AS written
    FOR EACH STATEMENT WHEN (NOT is_rebuilding()) EXECUTE FUNCTION refuse_double_booking_of_merged();
CREATE TRIGGER refuse_double_booking_of_merged_changed AFTER UPDATE ON appointment
    REFERENCING NEW TABLE AS written
    FOR EACH STATEMENT WHEN (NOT is_rebuilding()) EXECUTE FUNCTION refuse_double_booking_of_merged();

CREATE FUNCTION refuse_merge_of_busy() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (
        SELECT FROM written AS w
            JOIN appointment AS a ON a.clinic_id = w.clinic_id AND a.patient_id = w.patient_id
            JOIN appointment AS b ON b.clinic_id = w.clinic_id AND b.patient_id = w.merged_into
        WHERE w.merged_into IS NOT NULL AND a.holds_time AND b.holds_time
            AND a.starts_at < b.ends_at AND a.ends_at > b.starts_at)
    THEN
        RAISE EXCEPTION 'merge of patients with appointments at the same time'
            USING ERRCODE = 'exclusion_violation', CONSTRAINT = 'one_appointment_per_person', TABLE = 'patient';
    END IF;
    RETURN NULL;
END
$$;

CREATE TRIGGER refuse_merge_of_busy_new AFTER INSERT ON patient
    REFERENCING NEW TABLE AS written
    FOR EACH STATEMENT WHEN (NOT is_rebuilding()) EXECUTE FUNCTION refuse_merge_of_busy();
CREATE TRIGGER refuse_merge_of_busy_changed AFTER UPDATE ON patient
    REFERENCING NEW TABLE AS written
    FOR EACH STATEMENT WHEN (NOT is_rebuilding()) EXECUTE FUNCTION refuse_merge_of_busy();
