-- Edits of a vault that were accepted before the session had pulled, so that nobody knew yet which of the account's devices it is on. The
-- first pull of the session names the device, and settles them: if the device did not have the version that the edit replaced, that
-- version is put back, and the edit is kept as an earlier version.
CREATE TABLE vault_unsettled (
    account_id uuid NOT NULL REFERENCES vault_account ON DELETE CASCADE,
    entity_id uuid NOT NULL,
    session_id uuid NOT NULL,
    -- The number of the replaced version's row in vault_version, its position in the feed, and who wrote it.
    replaced_ordinal bigint NOT NULL,
    replaced_position bigint NOT NULL,
    replaced_session uuid NOT NULL,
    replaced_device uuid,
    PRIMARY KEY (account_id, entity_id)
);
CREATE INDEX vault_unsettled_session ON vault_unsettled (account_id, session_id);
GRANT SELECT, INSERT, UPDATE, DELETE ON vault_unsettled TO chairside_server;
