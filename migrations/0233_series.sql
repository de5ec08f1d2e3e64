-- Visits of a patient that were planned together.

CREATE TABLE visit_series (
    clinic_id  uuid NOT NULL,
    -- Sorts by time (version 7).
    series_id  uuid NOT NULL,
    document   json NOT NULL,
    patient_id uuid NOT NULL,
    PRIMARY KEY (clinic_id, series_id)
);
CREATE INDEX visit_series_patient ON visit_series (clinic_id, patient_id, series_id);

GRANT SELECT, INSERT, UPDATE, DELETE ON visit_series TO chairside_server;
SELECT wall_off('visit_series');
