-- The medical history forms of patients, and the templates with their questions.

CREATE TABLE history_template (
    clinic_id uuid NOT NULL,
    template_id uuid NOT NULL,
    document json NOT NULL,
    number bigint NOT NULL,
    PRIMARY KEY (clinic_id, template_id)
);

CREATE TABLE history_form (
    clinic_id uuid NOT NULL,
    -- A version 7 UUID, so ids are in the order of their creation.
    form_id uuid NOT NULL,
    document json NOT NULL,
    -- The document without the form's content, for receptionists.
    outline json NOT NULL,
    patient_id uuid NOT NULL,
    -- The last day on which the form is valid.
    valid_until date NOT NULL,
    PRIMARY KEY (clinic_id, form_id)
);
CREATE INDEX history_form_patient ON history_form (clinic_id, patient_id, form_id);
CREATE INDEX history_form_valid ON history_form (clinic_id, patient_id, valid_until);

GRANT SELECT, INSERT, UPDATE, DELETE ON history_template, history_form TO chairside_server;
SELECT wall_off('history_template'), wall_off('history_form');
