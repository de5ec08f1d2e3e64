-- Consents of patients, and the templates with their wordings.

CREATE TABLE consent_template (
    clinic_id uuid NOT NULL,
    template_id uuid NOT NULL,
    document json NOT NULL,
    active boolean NOT NULL,
    sort_name text NOT NULL COLLATE "C",
    PRIMARY KEY (clinic_id, template_id)
);
CREATE INDEX consent_template_name ON consent_template (clinic_id, sort_name, template_id);

CREATE TABLE consent (
    clinic_id uuid NOT NULL,
    -- A version 7 UUID, so ids are in the order of their creation.
    consent_id uuid NOT NULL,
    document json NOT NULL,
    patient_id uuid NOT NULL,
    status text NOT NULL COLLATE "C",
    PRIMARY KEY (clinic_id, consent_id)
);
CREATE INDEX consent_patient ON consent (clinic_id, patient_id, consent_id);

GRANT SELECT, INSERT, UPDATE, DELETE ON consent_template, consent TO chairside_server;
SELECT wall_off('consent_template'), wall_off('consent');
