-- Patients' dental charts: the findings on their teeth.

CREATE TABLE dental_chart (
    clinic_id uuid NOT NULL,
    patient_id uuid NOT NULL,
    document json NOT NULL,
    PRIMARY KEY (clinic_id, patient_id)
);

GRANT SELECT, INSERT, UPDATE, DELETE ON dental_chart TO chairside_server;
SELECT wall_off('dental_chart');
