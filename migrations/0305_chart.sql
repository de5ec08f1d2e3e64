-- Patients' allergies, conditions and medications, ended ones included. The column alert has the alert that staff see beside an
-- appointment. It is NULL if the entry is no alert.

CREATE TABLE allergy (
    clinic_id uuid NOT NULL,
    allergy_id uuid NOT NULL,
    document json NOT NULL,
    patient_id uuid NOT NULL,
    status text NOT NULL COLLATE "C",
    alert json,
    PRIMARY KEY (clinic_id, allergy_id)
);
CREATE INDEX allergy_patient ON allergy (clinic_id, patient_id, allergy_id);
CREATE INDEX allergy_alert ON allergy (clinic_id, patient_id) WHERE alert IS NOT NULL;

CREATE TABLE condition (
    clinic_id uuid NOT NULL,
    condition_id uuid NOT NULL,
    document json NOT NULL,
    patient_id uuid NOT NULL,
    status text NOT NULL COLLATE "C",
    alert json,
    PRIMARY KEY (clinic_id, condition_id)
);
CREATE INDEX condition_patient ON condition (clinic_id, patient_id, condition_id);
CREATE INDEX condition_alert ON condition (clinic_id, patient_id) WHERE alert IS NOT NULL;

CREATE TABLE medication (
    clinic_id uuid NOT NULL,
    medication_id uuid NOT NULL,
    document json NOT NULL,
    patient_id uuid NOT NULL,
    status text NOT NULL COLLATE "C",
    PRIMARY KEY (clinic_id, medication_id)
);
CREATE INDEX medication_patient ON medication (clinic_id, patient_id, medication_id);

GRANT SELECT, INSERT, UPDATE, DELETE ON allergy, condition, medication TO chairside_server;
SELECT wall_off('allergy'), wall_off('condition'), wall_off('medication');
