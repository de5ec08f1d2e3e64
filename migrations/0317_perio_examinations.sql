-- Periodontal examinations of patients.

CREATE TABLE perio_examination (
    clinic_id uuid NOT NULL,
    examination_id uuid NOT NULL,
    document json NOT NULL,
    patient_id uuid NOT NULL,
    examined_on date NOT NULL,
    in_error boolean NOT NULL,
    PRIMARY KEY (clinic_id, examination_id)
);
CREATE INDEX perio_examination_patient ON perio_examination (clinic_id, patient_id, examined_on, examination_id);

GRANT SELECT, INSERT, UPDATE, DELETE ON perio_examination TO chairside_server;
SELECT wall_off('perio_examination');
