-- Prescriptions of patients.

CREATE TABLE prescription (
    clinic_id uuid NOT NULL,
    -- A version 7 UUID, so ids are in the order of their creation.
    prescription_id uuid NOT NULL,
    document json NOT NULL,
    patient_id uuid NOT NULL,
    doctor_id uuid NOT NULL,
    status text NOT NULL COLLATE "C",
    valid_until date NOT NULL,
    PRIMARY KEY (clinic_id, prescription_id)
);
CREATE INDEX prescription_patient ON prescription (clinic_id, patient_id, prescription_id);

GRANT SELECT, INSERT, UPDATE, DELETE ON prescription TO chairside_server;
SELECT wall_off('prescription');
