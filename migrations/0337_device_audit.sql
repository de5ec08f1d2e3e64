-- A log of the device events: samples were read, stored or exported. Its rows are kept for 90 days.
CREATE TABLE device_event (
    account_id uuid NOT NULL,
    -- A version 7 UUID, so ids are in the order of their creation.
    event_id uuid NOT NULL,
    at timestamptz NOT NULL,
    type text NOT NULL COLLATE "C",
    -- The paired client; NULL for a session of the person and for an operator.
    client_id uuid,
    -- The types and the number of the samples. It never contains a measured value.
    detail json NOT NULL DEFAULT '{}',
    PRIMARY KEY (account_id, event_id)
);

CREATE TRIGGER never_changed BEFORE UPDATE OR TRUNCATE ON device_event
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER kept_for_its_time BEFORE DELETE ON device_event
    FOR EACH ROW EXECUTE FUNCTION refuse_early_removal('at', '90 days');
GRANT SELECT, INSERT, DELETE ON device_event TO chairside_server;

-- One row for each deletion of expired audit records: the table, and the number of deleted records.
CREATE TABLE audit_pruning (
    pruning_id uuid PRIMARY KEY,
    pruned_at timestamptz NOT NULL,
    pruned_table text NOT NULL COLLATE "C",
    rows bigint NOT NULL CHECK (rows > 0)
);
CREATE TRIGGER never_changed BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_pruning
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
GRANT SELECT, INSERT ON audit_pruning TO chairside_server;
