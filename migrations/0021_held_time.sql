-- The second wall against double booking: whatever a decision believed, no two rows may hold the same doctor, chair or
-- patient at once. Only appointments that hold time have a row.

CREATE TABLE held_time (
    clinic_id      uuid        NOT NULL,
    appointment_id uuid        NOT NULL,
    document       json        NOT NULL,
    patient_id     uuid        NOT NULL,
    doctor_id      uuid        NOT NULL,
    chair_id       uuid        NOT NULL,
    starts_at      timestamptz NOT NULL,
    ends_at        timestamptz NOT NULL CHECK (starts_at < ends_at),
    PRIMARY KEY (clinic_id, appointment_id)
);

CREATE INDEX held_time_of_doctor ON held_time (clinic_id, doctor_id, starts_at);
CREATE INDEX held_time_of_chair ON held_time (clinic_id, chair_id, starts_at);
CREATE INDEX held_time_of_patient ON held_time (clinic_id, patient_id, starts_at);

-- Three GiST exclusion constraints say the same and cost a booking five times as much (see ops/decisions).
--
-- Where rows have been apart so far, it is enough to look at the last one that starts before the new one ends: if it
-- ends by the new one's start, so do all before it. Of two new rows that overlap, the earlier finds the later.
-- Whoever writes here waits for the clinic's feed, which an append has locked already, so no two transactions pass each
-- other unseen. Checked at commit, so that one transaction may free a time and take it again in any order.
CREATE FUNCTION refuse_double_booking() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    taken text;
BEGIN
    PERFORM FROM clinic_feed WHERE clinic_id = NEW.clinic_id FOR UPDATE;
    IF (SELECT ends_at > NEW.starts_at FROM held_time
        WHERE clinic_id = NEW.clinic_id AND doctor_id = NEW.doctor_id AND starts_at < NEW.ends_at
            AND appointment_id <> NEW.appointment_id
        ORDER BY starts_at DESC LIMIT 1)
    THEN taken := 'doctor';
    ELSIF (SELECT ends_at > NEW.starts_at FROM held_time
        WHERE clinic_id = NEW.clinic_id AND chair_id = NEW.chair_id AND starts_at < NEW.ends_at
            AND appointment_id <> NEW.appointment_id
        ORDER BY starts_at DESC LIMIT 1)
    THEN taken := 'chair';
    ELSIF (SELECT ends_at > NEW.starts_at FROM held_time
        WHERE clinic_id = NEW.clinic_id AND patient_id = NEW.patient_id AND starts_at < NEW.ends_at
            AND appointment_id <> NEW.appointment_id
        ORDER BY starts_at DESC LIMIT 1)
    THEN taken := 'patient';
    END IF;
    IF taken IS NOT NULL THEN
        RAISE EXCEPTION 'double booking of a %', taken
            USING ERRCODE = 'exclusion_violation', CONSTRAINT = 'held_time_one_per_' || taken, TABLE = 'held_time';
    END IF;
    RETURN NULL;
END
$$;

CREATE CONSTRAINT TRIGGER one_at_a_time AFTER INSERT OR UPDATE ON held_time
    DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION refuse_double_booking();

GRANT SELECT, INSERT, UPDATE, DELETE ON held_time TO chairside_server;
