-- Clinical notes of patients, with drafts and discarded drafts, and the clinic's templates for notes. A note is shared if it is
-- signed and its author has released it for its patient.

CREATE TABLE note (
    clinic_id uuid NOT NULL,
    note_id uuid NOT NULL,
    document json NOT NULL,
    patient_id uuid NOT NULL,
    author_id uuid NOT NULL,
    status text NOT NULL COLLATE "C",
    shared boolean NOT NULL,
    PRIMARY KEY (clinic_id, note_id)
);
CREATE INDEX note_patient ON note (clinic_id, patient_id, note_id);

CREATE TABLE note_template (
    clinic_id uuid NOT NULL,
    note_template_id uuid NOT NULL,
    document json NOT NULL,
    active boolean NOT NULL,
    sort_name text NOT NULL COLLATE "C",
    PRIMARY KEY (clinic_id, note_template_id)
);
CREATE INDEX note_template_name ON note_template (clinic_id, sort_name, note_template_id);

GRANT SELECT, INSERT, UPDATE, DELETE ON note, note_template TO chairside_server;
SELECT wall_off('note'), wall_off('note_template');
