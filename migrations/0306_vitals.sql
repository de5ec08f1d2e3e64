-- Readings of patients' vital signs, those entered in error included. The column types has the kinds of the reading's measurements,
-- each with a space before and after it.

CREATE TABLE vitals (
    clinic_id uuid NOT NULL,
    vitals_id uuid NOT NULL,
    document json NOT NULL,
    patient_id uuid NOT NULL,
    measured_at timestamptz NOT NULL,
    status text NOT NULL COLLATE "C",
    types text NOT NULL COLLATE "C",
    PRIMARY KEY (clinic_id, vitals_id)
);
CREATE INDEX vitals_patient ON vitals (clinic_id, patient_id, measured_at, vitals_id);

GRANT SELECT, INSERT, UPDATE, DELETE ON vitals TO chairside_server;
SELECT wall_off('vitals');
