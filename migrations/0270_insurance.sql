-- Payers, the coverages of patients, and claims on payers.

CREATE TABLE insurance_payer (
    clinic_id uuid NOT NULL,
    payer_id uuid NOT NULL,
    document json NOT NULL,
    active boolean NOT NULL,
    sort_name text NOT NULL COLLATE "C",
    PRIMARY KEY (clinic_id, payer_id)
);
CREATE INDEX insurance_payer_name ON insurance_payer (clinic_id, sort_name, payer_id);

CREATE TABLE coverage (
    clinic_id uuid NOT NULL,
    coverage_id uuid NOT NULL,
    document json NOT NULL,
    patient_id uuid NOT NULL,
    PRIMARY KEY (clinic_id, coverage_id)
);
CREATE INDEX coverage_patient ON coverage (clinic_id, patient_id, coverage_id);

CREATE TABLE insurance_claim (
    clinic_id uuid NOT NULL,
    claim_id uuid NOT NULL,
    document json NOT NULL,
    patient_id uuid NOT NULL,
    payer_id uuid NOT NULL,
    status text NOT NULL COLLATE "C",
    made_on date NOT NULL,
    outstanding bigint NOT NULL,
    PRIMARY KEY (clinic_id, claim_id)
);
CREATE INDEX insurance_claim_patient ON insurance_claim (clinic_id, patient_id, claim_id);
CREATE INDEX insurance_claim_payer ON insurance_claim (clinic_id, payer_id, claim_id);
CREATE INDEX insurance_claim_outstanding ON insurance_claim (clinic_id, payer_id) WHERE outstanding > 0;

GRANT SELECT, INSERT, UPDATE, DELETE ON insurance_payer, coverage, insurance_claim TO chairside_server;
SELECT wall_off('insurance_payer'), wall_off('coverage'), wall_off('insurance_claim');
