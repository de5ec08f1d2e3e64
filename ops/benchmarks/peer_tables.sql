-- The tables of the programs that Chairside is compared with. `event` has the columns and indexes of Chairside's table, with a
-- sequence for the position.
CREATE TABLE event (
    clinic_id uuid NOT NULL,
    position bigint GENERATED ALWAYS AS IDENTITY CHECK (position > 0),
    recorded_at timestamptz NOT NULL,
    schema_version integer NOT NULL CHECK (schema_version > 0),
    type text NOT NULL COLLATE "C",
    data json NOT NULL,
    metadata json NOT NULL,
    command_id uuid,
    PRIMARY KEY (clinic_id, position)
);
CREATE TABLE bare_event (LIKE event INCLUDING ALL);

CREATE TABLE command (
    clinic_id uuid NOT NULL,
    command_id uuid NOT NULL,
    actor uuid NOT NULL,
    outcome json NOT NULL,
    PRIMARY KEY (clinic_id, command_id)
);
CREATE TABLE appointment (
    clinic_id uuid NOT NULL,
    appointment_id uuid NOT NULL,
    doctor_id uuid NOT NULL,
    chair_id uuid NOT NULL,
    patient_id uuid NOT NULL,
    start_at timestamptz NOT NULL,
    end_at timestamptz NOT NULL,
    document json NOT NULL,
    PRIMARY KEY (clinic_id, appointment_id)
);
CREATE INDEX appointment_by_start ON appointment (clinic_id, start_at);
-- The quarter hours in which a doctor, chair or patient is taken, so that nothing overlaps. Three exclusion constraints on time
-- ranges would cost more.
CREATE TABLE taken (
    clinic_id uuid NOT NULL,
    who uuid NOT NULL,
    quarter bigint NOT NULL,
    PRIMARY KEY (clinic_id, who, quarter)
);
