-- Patients who should come again. `recall` is the patient's and the service's id.

CREATE TABLE recall_visits (
    clinic_id  uuid NOT NULL,
    recall     text NOT NULL,
    document   json NOT NULL,
    patient_id uuid NOT NULL,
    service_id uuid NOT NULL,
    last_visit date,
    next_visit date,
    PRIMARY KEY (clinic_id, recall)
);
CREATE INDEX recall_visits_due ON recall_visits (clinic_id, service_id, last_visit);
CREATE INDEX recall_visits_patient ON recall_visits (clinic_id, patient_id);

CREATE TABLE recall_notes (
    clinic_id    uuid NOT NULL,
    recall       text NOT NULL,
    document     json NOT NULL,
    patient_id   uuid NOT NULL,
    paused_until date,
    PRIMARY KEY (clinic_id, recall)
);
CREATE INDEX recall_notes_patient ON recall_notes (clinic_id, patient_id);

GRANT SELECT, INSERT, UPDATE, DELETE ON recall_visits, recall_notes TO chairside_server;
SELECT wall_off('recall_visits');
SELECT wall_off('recall_notes');
