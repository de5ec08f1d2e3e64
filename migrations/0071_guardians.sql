-- Whom each patient looks after.

CREATE TABLE guardian (
    clinic_id   uuid NOT NULL,
    guardian_id uuid NOT NULL,
    document    json NOT NULL,
    PRIMARY KEY (clinic_id, guardian_id)
);

GRANT SELECT, INSERT, UPDATE, DELETE ON guardian TO chairside_server;
SELECT wall_off('guardian');
