-- The keys that people's values in events are sealed with, one for each reason to keep them, wrapped by a master key that
-- is not in the database. To destroy one is to erase what it sealed; the row stays, so that it is never made again.

CREATE TABLE person_key (
    clinic_id    uuid     NOT NULL,
    person_id    uuid     NOT NULL,
    retention    smallint NOT NULL CHECK (retention IN (1, 2, 3)),  -- contact, clinical, financial
    wrapped      bytea,  -- nonce, ciphertext and tag of AES-256-GCM
    master_key   text COLLATE "C",
    created_at   timestamptz NOT NULL DEFAULT now(),
    destroyed_at timestamptz,
    PRIMARY KEY (clinic_id, person_id, retention),
    CHECK ((wrapped IS NULL) = (master_key IS NULL) AND (wrapped IS NULL) = (destroyed_at IS NOT NULL))
);

-- Of whom an answer holds personal values, where it holds any: it goes when they are erased.
ALTER TABLE command ADD COLUMN person_id uuid;
CREATE INDEX command_person ON command (clinic_id, person_id) WHERE person_id IS NOT NULL;

GRANT SELECT, INSERT ON person_key TO chairside_server;
GRANT UPDATE (wrapped, master_key, destroyed_at) ON person_key TO chairside_server;
GRANT UPDATE (answer, request_hash, person_id) ON command TO chairside_server;
