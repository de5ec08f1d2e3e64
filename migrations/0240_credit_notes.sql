-- Credit notes: documents with the columns that lists filter and sort by.

CREATE TABLE credit_note (
    clinic_id uuid NOT NULL,
    credit_note_id uuid NOT NULL,
    document json NOT NULL,
    patient_id uuid NOT NULL,
    number text NOT NULL COLLATE "C",
    PRIMARY KEY (clinic_id, credit_note_id)
);
CREATE UNIQUE INDEX credit_note_number ON credit_note (clinic_id, number);
CREATE INDEX credit_note_patient ON credit_note (clinic_id, patient_id, number);

GRANT SELECT, INSERT, UPDATE, DELETE ON credit_note TO chairside_server;
SELECT wall_off('credit_note');
