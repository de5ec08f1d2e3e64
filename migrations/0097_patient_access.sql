-- Who looked at whose data: the patients that an answer showed. Written right behind the answers, and never changed.
CREATE TABLE patient_access (
    clinic_id   uuid        NOT NULL,
    -- Sorts by time (version 7).
    access_id   uuid        NOT NULL,
    accessed_at timestamptz NOT NULL,
    account_id  uuid        NOT NULL,
    -- The patient or member of staff that the account stands for in the clinic.
    subject_id  uuid        NOT NULL,
    role        text        NOT NULL COLLATE "C",
    operation   text        NOT NULL COLLATE "C",
    patients    uuid[]      NOT NULL CHECK (cardinality(patients) > 0),
    PRIMARY KEY (clinic_id, access_id)
);
CREATE INDEX patient_access_patients ON patient_access USING gin (patients);

-- A row stays for its time, whoever wants to be rid of it. Arguments: the column with its time, and how long.
CREATE FUNCTION refuse_early_removal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (to_jsonb(OLD) ->> TG_ARGV[0])::timestamptz > now() - TG_ARGV[1]::interval THEN
        RAISE EXCEPTION 'rows of % are kept for %', TG_TABLE_NAME, TG_ARGV[1] USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN OLD;
END
$$;

CREATE TRIGGER never_changed BEFORE UPDATE OR TRUNCATE ON patient_access
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER kept_for_its_time BEFORE DELETE ON patient_access
    FOR EACH ROW EXECUTE FUNCTION refuse_early_removal('accessed_at', '6 years');
CREATE TRIGGER kept_for_its_time BEFORE DELETE ON device_report
    FOR EACH ROW EXECUTE FUNCTION refuse_early_removal('reported_at', '90 days');

SELECT wall_off('patient_access');
GRANT SELECT, INSERT, DELETE ON patient_access TO chairside_server;
GRANT DELETE ON device_report TO chairside_server;
