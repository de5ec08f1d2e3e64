-- An append makes sure that the keys that its events were sealed with are there: a server may have them in memory from another
-- cluster, on which a standby that has taken over since lagged behind. A key is known by its name and by when it was made.

CREATE FUNCTION require_person_keys(clinics uuid[], people uuid[], retentions integer[], made timestamptz[]) RETURNS void
    LANGUAGE plpgsql AS $$
BEGIN
    PERFORM FROM unnest(clinics, people, retentions, made) AS used (clinic_id, person_id, retention, created_at)
    WHERE NOT EXISTS (
        SELECT FROM person_key AS k
        WHERE k.clinic_id = used.clinic_id AND k.person_id = used.person_id AND k.retention = used.retention
            AND k.created_at = used.created_at AND k.wrapped IS NOT NULL
    );
    IF FOUND THEN
        RAISE EXCEPTION 'a key that an event was sealed with is not there' USING ERRCODE = 'CS004';
    END IF;
END
$$;
