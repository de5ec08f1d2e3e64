-- A clinic that has ended its work: nobody signs in there from the transaction on that says so.

ALTER TABLE clinic_profile ADD COLUMN closed boolean NOT NULL
    GENERATED ALWAYS AS (document -> 'closed_on' IS NOT NULL) STORED;

CREATE FUNCTION clinic_has_closed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE membership SET ended_at = now() WHERE clinic_id = NEW.clinic_id AND ended_at IS NULL;
    UPDATE session SET ended_at = now(), end_reason = 'membership_ended'
    WHERE clinic_id = NEW.clinic_id AND ended_at IS NULL;
    RETURN NULL;
END
$$;

CREATE TRIGGER end_access AFTER UPDATE ON clinic_profile
    FOR EACH ROW
    WHEN (NEW.closed AND NOT OLD.closed)
    EXECUTE FUNCTION clinic_has_closed();
