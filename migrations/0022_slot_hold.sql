-- The hold that each patient made last. It counts until `expires_at` in the document, or until they book.

CREATE TABLE slot_hold (
    clinic_id  uuid NOT NULL,
    patient_id uuid NOT NULL,
    document   json NOT NULL,
    PRIMARY KEY (clinic_id, patient_id)
);

GRANT SELECT, INSERT, UPDATE, DELETE ON slot_hold TO chairside_server;
