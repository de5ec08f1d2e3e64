-- The second wall against double booking: whatever a decision believed, no two rows may hold the same doctor, chair or
-- patient at once. Only appointments that hold time have a row.

CREATE EXTENSION IF NOT EXISTS btree_gist;

CREATE TABLE held_time (
    clinic_id      uuid        NOT NULL,
    appointment_id uuid        NOT NULL,
    document       json        NOT NULL,
    patient_id     uuid        NOT NULL,
    doctor_id      uuid        NOT NULL,
    chair_id       uuid        NOT NULL,
    starts_at      timestamptz NOT NULL,
    ends_at        timestamptz NOT NULL CHECK (starts_at < ends_at),
    PRIMARY KEY (clinic_id, appointment_id),
    -- Deferred, so that one transaction may free a time and take it again in whatever order its rows are written.
    CONSTRAINT held_time_one_per_doctor
        EXCLUDE USING gist (clinic_id WITH =, doctor_id WITH =, tstzrange(starts_at, ends_at) WITH &&)
        DEFERRABLE INITIALLY DEFERRED,
    CONSTRAINT held_time_one_per_chair
        EXCLUDE USING gist (clinic_id WITH =, chair_id WITH =, tstzrange(starts_at, ends_at) WITH &&)
        DEFERRABLE INITIALLY DEFERRED,
    CONSTRAINT held_time_one_per_patient
        EXCLUDE USING gist (clinic_id WITH =, patient_id WITH =, tstzrange(starts_at, ends_at) WITH &&)
        DEFERRABLE INITIALLY DEFERRED
);

GRANT SELECT, INSERT, UPDATE, DELETE ON held_time TO chairside_server;
