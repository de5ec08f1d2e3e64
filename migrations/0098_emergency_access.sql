-- What staff see of a patient whose record is restricted, and who opened such a record without treating the patient.
ALTER TABLE patient ADD COLUMN restricted_document json;  -- of restricted patients alone

CREATE TABLE emergency_access (
    clinic_id  uuid NOT NULL,
    -- Sorts by time (version 7).
    access_id  uuid NOT NULL,
    document   json NOT NULL,
    patient_id uuid NOT NULL,
    PRIMARY KEY (clinic_id, access_id)
);
CREATE INDEX emergency_access_patient ON emergency_access (clinic_id, patient_id, access_id);

GRANT SELECT, INSERT, UPDATE, DELETE ON emergency_access TO chairside_server;
SELECT wall_off('emergency_access');
