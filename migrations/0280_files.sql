-- Patients' files. Their content is outside of the database, under the address.

CREATE TABLE file (
    clinic_id uuid NOT NULL,
    file_id uuid NOT NULL,
    document json NOT NULL,
    patient_id uuid NOT NULL,
    category text NOT NULL COLLATE "C",
    status text NOT NULL COLLATE "C",
    size bigint NOT NULL,
    address text NOT NULL COLLATE "C",
    PRIMARY KEY (clinic_id, file_id)
);
CREATE INDEX file_patient ON file (clinic_id, patient_id, file_id);
-- Finds the file of a stored content, for sweeps of the folder of contents.
CREATE INDEX file_address ON file (address);

GRANT SELECT, INSERT, UPDATE, DELETE ON file TO chairside_server;
SELECT wall_off('file');
