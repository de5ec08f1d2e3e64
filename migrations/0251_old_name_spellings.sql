-- The names of patients who were registered before the triggers were there. In a migration of its own: the triggers' locks are gone,
-- so servers go on registering patients meanwhile.

INSERT INTO name_spelling (clinic_id, spelling, word)
SELECT w.clinic_id, s.spelling, w.word
FROM (SELECT DISTINCT clinic_id, substr(term, 2) AS word FROM patient_term WHERE term LIKE 'n%') AS w
    CROSS JOIN LATERAL spellings(w.word) AS s (spelling)
ORDER BY 1, 2, 3
ON CONFLICT DO NOTHING;
