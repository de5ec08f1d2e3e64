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
-- A row for each quarter hour in which a doctor, a chair or a patient has an appointment. The primary key refuses overlapping
-- appointments. Three exclusion constraints on ranges of time would do so too, and cost more.
CREATE TABLE taken (
    clinic_id uuid NOT NULL,
    who uuid NOT NULL,
    quarter bigint NOT NULL,
    PRIMARY KEY (clinic_id, who, quarter)
);

-- The peers' vaults. `bare_blob` has the columns and indexes of Chairside's table of vaults' entities, with a sequence for the position.
CREATE TABLE blob (
    account_id uuid NOT NULL,
    entity_id uuid NOT NULL,
    entity_type text NOT NULL COLLATE "C",
    version bigint NOT NULL,
    feed_position bigint NOT NULL,
    is_deleted boolean NOT NULL,
    blob bytea NOT NULL,
    digest bytea NOT NULL,
    session_id uuid NOT NULL,
    device_id uuid,
    changed_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, entity_id)
);
CREATE UNIQUE INDEX blob_feed ON blob (account_id, feed_position);
CREATE TABLE bare_blob (LIKE blob INCLUDING ALL);
CREATE SEQUENCE bare_blob_position;
CREATE TABLE vault (
    account_id uuid PRIMARY KEY,
    version bigint NOT NULL
);
CREATE TABLE vault_device (
    account_id uuid NOT NULL,
    device_id uuid NOT NULL,
    pulled bigint NOT NULL,
    PRIMARY KEY (account_id, device_id)
);
