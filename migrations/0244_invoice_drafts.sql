-- Drafts of invoices.

CREATE TABLE invoice_draft (
    clinic_id uuid NOT NULL,
    invoice_id uuid NOT NULL,
    document json NOT NULL,
    patient_id uuid NOT NULL,
    status text NOT NULL COLLATE "C",
    PRIMARY KEY (clinic_id, invoice_id)
);
CREATE INDEX invoice_draft_patient ON invoice_draft (clinic_id, patient_id);

GRANT SELECT, INSERT, UPDATE, DELETE ON invoice_draft TO chairside_server;
SELECT wall_off('invoice_draft');
