-- Treatment plans, with the status of each item.

CREATE TABLE treatment_plan (
    clinic_id uuid NOT NULL,
    treatment_plan_id uuid NOT NULL,
    document json NOT NULL,
    patient_id uuid NOT NULL,
    status text NOT NULL COLLATE "C",
    PRIMARY KEY (clinic_id, treatment_plan_id)
);
CREATE INDEX treatment_plan_patient ON treatment_plan (clinic_id, patient_id, treatment_plan_id);
CREATE INDEX treatment_plan_status ON treatment_plan (clinic_id, status, treatment_plan_id);

GRANT SELECT, INSERT, UPDATE, DELETE ON treatment_plan TO chairside_server;
SELECT wall_off('treatment_plan');
