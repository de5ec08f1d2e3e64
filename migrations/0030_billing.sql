-- Read models of billing: documents with the columns that lists filter and sort by.

CREATE TABLE invoice (
    clinic_id uuid NOT NULL,
    invoice_id uuid NOT NULL,
    document json NOT NULL,
    patient_id uuid NOT NULL,
    status text NOT NULL COLLATE "C",
    number text NOT NULL COLLATE "C",
    issued_on date NOT NULL,
    balance bigint NOT NULL,
    PRIMARY KEY (clinic_id, invoice_id)
);
CREATE INDEX invoice_number ON invoice (clinic_id, number);
CREATE INDEX invoice_patient ON invoice (clinic_id, patient_id, number);

CREATE TABLE payment (
    clinic_id uuid NOT NULL,
    payment_id uuid NOT NULL,
    document json NOT NULL,
    patient_id uuid NOT NULL,
    method text NOT NULL,
    received_at timestamptz NOT NULL,
    net_amount bigint NOT NULL,
    PRIMARY KEY (clinic_id, payment_id)
);
CREATE INDEX payment_received ON payment (clinic_id, received_at, payment_id);
CREATE INDEX payment_patient ON payment (clinic_id, patient_id, received_at, payment_id);

CREATE TABLE patient_account (
    clinic_id uuid NOT NULL,
    patient_id uuid NOT NULL,
    document json NOT NULL,
    open bigint NOT NULL,
    PRIMARY KEY (clinic_id, patient_id)
);

GRANT SELECT, INSERT, UPDATE, DELETE ON invoice, payment, patient_account TO chairside_server;
