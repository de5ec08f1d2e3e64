-- The vault: encrypted entities of accounts, which a person's devices synchronize. The server cannot read them.

-- One row for each account that uses the vault. A push locks it by changing it, so that the versions of an account's feed are dense and in
-- the order of their commits.
CREATE TABLE vault_account (
    account_id uuid PRIMARY KEY REFERENCES account,
    -- The version of the account's feed: the position of its last change.
    server_version bigint NOT NULL DEFAULT 0 CHECK (server_version >= 0),
    -- The number of the last row that was added to vault_version for this account.
    last_ordinal bigint NOT NULL DEFAULT 0 CHECK (last_ordinal >= 0),
    entities bigint NOT NULL DEFAULT 0 CHECK (entities >= 0),
    -- The bytes of all blobs that are never removed automatically.
    bytes bigint NOT NULL DEFAULT 0 CHECK (bytes >= 0)
);

-- The current version of each entity.
CREATE TABLE vault_entity (
    account_id uuid NOT NULL REFERENCES vault_account ON DELETE CASCADE,
    entity_id uuid NOT NULL,
    entity_type text NOT NULL COLLATE "C",
    version bigint NOT NULL CHECK (version > 0),
    -- The version of the account's feed at which the entity got this version.
    feed_position bigint NOT NULL CHECK (feed_position > 0),
    is_deleted boolean NOT NULL,
    blob bytea NOT NULL CHECK (is_deleted = (length(blob) = 0)),
    digest bytea NOT NULL CHECK (length(digest) = 32),
    session_id uuid NOT NULL,
    device_id uuid,
    changed_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, entity_id)
);
CREATE UNIQUE INDEX vault_entity_feed ON vault_entity (account_id, feed_position);

-- Earlier versions of entities, and blobs that lost a conflict.
CREATE TABLE vault_version (
    account_id uuid NOT NULL REFERENCES vault_account ON DELETE CASCADE,
    entity_id uuid NOT NULL,
    ordinal bigint NOT NULL CHECK (ordinal > 0),
    entity_type text NOT NULL COLLATE "C",
    -- The version that the blob had; of a blob that lost a conflict, the version that it lost to.
    version bigint NOT NULL CHECK (version > 0),
    is_lost boolean NOT NULL,
    is_deleted boolean NOT NULL,
    blob bytea NOT NULL,
    stored_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, ordinal)
);
CREATE INDEX vault_version_entity ON vault_version (account_id, entity_id, ordinal);
-- The rows that are removed when an account has many. Versions of dose logs are evidence of what was taken, so they stay.
CREATE INDEX vault_version_removable ON vault_version (account_id, ordinal) WHERE is_lost OR entity_type <> 'doseLog';

-- How far each device has pulled an account's feed, and in which session it did so last.
CREATE TABLE vault_device (
    account_id uuid NOT NULL REFERENCES vault_account ON DELETE CASCADE,
    device_id uuid NOT NULL,
    session_id uuid NOT NULL,
    pulled bigint NOT NULL CHECK (pulled >= 0),
    pulled_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, device_id)
);

-- A key envelope that only the person's devices can open.
CREATE TABLE vault_key (
    account_id uuid PRIMARY KEY REFERENCES vault_account ON DELETE CASCADE,
    version bigint NOT NULL CHECK (version > 0),
    envelope bytea NOT NULL,
    changed_at timestamptz NOT NULL
);

GRANT SELECT, INSERT, UPDATE, DELETE ON vault_account, vault_entity, vault_version, vault_device, vault_key TO chairside_server;

-- A forgotten account leaves nothing in the vault.
CREATE FUNCTION forget_vault() RETURNS trigger LANGUAGE plpgsql
    SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    DELETE FROM vault_account WHERE account_id = NEW.account_id;
    RETURN NULL;
END
$$;
REVOKE EXECUTE ON FUNCTION forget_vault FROM PUBLIC;

CREATE TRIGGER forget_vault AFTER UPDATE OF email ON account
    FOR EACH ROW
    WHEN (NEW.email = 'erased-' || NEW.account_id || '@invalid' AND OLD.email IS DISTINCT FROM NEW.email)
    EXECUTE FUNCTION forget_vault();
