-- Appointments as the clinic's staff sees them, with the patient's rendering beside.

CREATE TABLE appointment (
    clinic_id        uuid        NOT NULL,
    appointment_id   uuid        NOT NULL,
    document         json        NOT NULL,
    patient_document json        NOT NULL,
    patient_id       uuid        NOT NULL,
    doctor_id        uuid        NOT NULL,
    chair_id         uuid        NOT NULL,
    status           text        NOT NULL COLLATE "C",
    date             date        NOT NULL,  -- in the clinic's zone
    starts_at        timestamptz NOT NULL,
    ends_at          timestamptz NOT NULL,
    cancel_before    timestamptz NOT NULL,
    PRIMARY KEY (clinic_id, appointment_id)
) WITH (fillfactor = 70);  -- a day's steps change no indexed column, so their rows stay on their page

-- The queue, a doctor's day, lists by date. `date` and `starts_at` sort alike.
CREATE INDEX appointment_by_day ON appointment (clinic_id, date, starts_at, appointment_id);
CREATE INDEX appointment_by_patient ON appointment (clinic_id, patient_id, starts_at, appointment_id);

-- A patient's document is true when it is written. One member goes stale by itself: at the deadline, `can_cancel`
-- turns false. (Inside a JSON string the quotation marks would be escaped, so nothing else can look like it.)
CREATE FUNCTION patient_appointment(document json, cancel_before timestamptz, at timestamptz) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE
        WHEN at < cancel_before THEN document::text
        ELSE replace(document::text, '"can_cancel":true', '"can_cancel":false')
    END;

GRANT SELECT, INSERT, UPDATE, DELETE ON appointment TO chairside_server;
