-- Time of doctors and chairs in which nothing is booked though it is for no patient.

CREATE TABLE time_block (
    clinic_id uuid NOT NULL,
    block_id  uuid NOT NULL,
    document  json NOT NULL,
    active    boolean NOT NULL,
    first_day date NOT NULL,
    last_day  date NOT NULL,
    starts_at timestamptz NOT NULL,
    PRIMARY KEY (clinic_id, block_id)
);
CREATE INDEX time_block_day ON time_block (clinic_id, last_day) WHERE active;

GRANT SELECT, INSERT, UPDATE, DELETE ON time_block TO chairside_server;
SELECT wall_off('time_block');
