-- The words of patients' names with one letter left out, so that a name is found in spite of a typing error. One set of rows for each
-- word of a clinic, however many patients have it.
CREATE TABLE name_spelling (
    clinic_id uuid NOT NULL,
    spelling  text NOT NULL COLLATE "C",  -- the word without one of its letters
    word      text NOT NULL COLLATE "C",  -- as in patient_term, without the letter of its kind
    PRIMARY KEY (clinic_id, spelling, word)
);
CREATE INDEX name_spelling_word ON name_spelling (clinic_id, word);

-- A word's spellings: none for words of fewer than four letters, which are too similar to each other.
CREATE FUNCTION spellings(word text) RETURNS SETOF text LANGUAGE sql IMMUTABLE AS $$
    SELECT DISTINCT left(word, place - 1) || substr(word, place + 1)
    FROM generate_series(1, char_length(word)) AS place
    WHERE char_length(word) BETWEEN 4 AND 24
$$;

CREATE FUNCTION add_name_spellings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO name_spelling (clinic_id, spelling, word)
    SELECT w.clinic_id, s.spelling, w.word
    FROM (
        SELECT DISTINCT t.clinic_id, substr(t.term, 2) AS word FROM added AS t WHERE t.term LIKE 'n%'
    ) AS w CROSS JOIN LATERAL spellings(w.word) AS s (spelling)
    WHERE NOT EXISTS (SELECT FROM name_spelling AS k WHERE k.clinic_id = w.clinic_id AND k.word = w.word)
    ORDER BY 1, 2, 3
    ON CONFLICT DO NOTHING;
    RETURN NULL;
END
$$;

-- Deletes the spellings of a word when no patient of the clinic has the word any more.
CREATE FUNCTION remove_name_spellings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM name_spelling AS k
    USING (
        SELECT DISTINCT t.clinic_id, t.term, substr(t.term, 2) AS word FROM removed AS t WHERE t.term LIKE 'n%'
    ) AS w
    WHERE k.clinic_id = w.clinic_id AND k.word = w.word
        AND NOT EXISTS (SELECT FROM patient_term AS t WHERE t.clinic_id = w.clinic_id AND t.term = w.term);
    RETURN NULL;
END
$$;

CREATE FUNCTION remove_all_name_spellings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    TRUNCATE name_spelling;
    RETURN NULL;
END
$$;

CREATE TRIGGER spellings_added AFTER INSERT ON patient_term
    REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION add_name_spellings();
CREATE TRIGGER spellings_removed AFTER DELETE ON patient_term
    REFERENCING OLD TABLE AS removed
    FOR EACH STATEMENT EXECUTE FUNCTION remove_name_spellings();
CREATE TRIGGER spellings_all_removed AFTER TRUNCATE ON patient_term
    FOR EACH STATEMENT EXECUTE FUNCTION remove_all_name_spellings();

GRANT SELECT, INSERT, DELETE ON name_spelling TO chairside_server;
SELECT wall_off('name_spelling');
