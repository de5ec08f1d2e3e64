-- Family accounts, and the payments that a guarantor makes for several members.

CREATE TABLE family_account (
    clinic_id uuid NOT NULL,
    patient_id uuid NOT NULL,
    document json NOT NULL,
    PRIMARY KEY (clinic_id, patient_id)
);

CREATE TABLE family_payment (
    clinic_id uuid NOT NULL,
    family_payment_id uuid NOT NULL,
    document json NOT NULL,
    patient_id uuid NOT NULL,
    PRIMARY KEY (clinic_id, family_payment_id)
);
CREATE INDEX family_payment_patient ON family_payment (clinic_id, patient_id, family_payment_id);

GRANT SELECT, INSERT, UPDATE, DELETE ON family_account, family_payment TO chairside_server;
SELECT wall_off('family_account'), wall_off('family_payment');
