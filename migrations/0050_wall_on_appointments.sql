-- The second wall against double booking stands on the appointments themselves: whatever a decision believed, no two of
-- them may hold the same doctor, chair or patient at once. A table of its own beside them cost a booking as much as the
-- appointment did.

DROP TABLE held_time;
DROP FUNCTION refuse_double_booking();

ALTER TABLE appointment ADD COLUMN holds_time boolean;
UPDATE appointment SET holds_time = status NOT IN ('cancelled', 'no_show', 'entered_in_error');
ALTER TABLE appointment ALTER COLUMN holds_time SET NOT NULL;

CREATE INDEX appointment_of_doctor ON appointment (clinic_id, doctor_id, starts_at) WHERE holds_time;
CREATE INDEX appointment_of_chair ON appointment (clinic_id, chair_id, starts_at) WHERE holds_time;

-- Where appointments have been apart so far, it is enough to look at the last one that starts before the new one ends:
-- if it ends by the new one's start, so do all before it. Of several new ones that overlap, one finds another.
-- Whoever writes here waits for the clinic's feed, which an append has locked already, so no two transactions pass each
-- other unseen.
CREATE FUNCTION refuse_double_booking() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    taken text;
BEGIN
    PERFORM FROM clinic_feed WHERE clinic_id IN (SELECT clinic_id FROM written) ORDER BY clinic_id FOR UPDATE;
    SELECT conflict.what INTO taken
    FROM written AS w
    CROSS JOIN LATERAL (
        (SELECT 'doctor' AS what, a.ends_at FROM appointment AS a
         WHERE a.clinic_id = w.clinic_id AND a.doctor_id = w.doctor_id AND a.starts_at < w.ends_at AND a.holds_time
            AND a.appointment_id <> w.appointment_id
         ORDER BY a.starts_at DESC LIMIT 1)
        UNION ALL
        (SELECT 'chair', a.ends_at FROM appointment AS a
         WHERE a.clinic_id = w.clinic_id AND a.chair_id = w.chair_id AND a.starts_at < w.ends_at AND a.holds_time
            AND a.appointment_id <> w.appointment_id
         ORDER BY a.starts_at DESC LIMIT 1)
        UNION ALL
        (SELECT 'patient', a.ends_at FROM appointment AS a
         WHERE a.clinic_id = w.clinic_id AND a.patient_id = w.patient_id AND a.starts_at < w.ends_at AND a.holds_time
            AND a.appointment_id <> w.appointment_id
         ORDER BY a.starts_at DESC LIMIT 1)
    ) AS conflict
    WHERE w.holds_time AND conflict.ends_at > w.starts_at
    LIMIT 1;
    IF taken IS NOT NULL THEN
        RAISE EXCEPTION 'double booking of a %', taken
            USING ERRCODE = 'exclusion_violation', CONSTRAINT = 'one_appointment_per_' || taken, TABLE = 'appointment';
    END IF;
    RETURN NULL;
END
$$;

CREATE TRIGGER refuse_double_booking_new AFTER INSERT ON appointment
    REFERENCING NEW TABLE AS written
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_double_booking();
CREATE TRIGGER refuse_double_booking_changed AFTER UPDATE ON appointment
    REFERENCING NEW TABLE AS written
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_double_booking();
