-- Health samples: values that a person's phone has measured. They belong to the account, not to a clinic.

CREATE TABLE health_account (
    account_id uuid PRIMARY KEY REFERENCES account,
    -- The key that encrypts the account's samples. It is stored encrypted with a key of the server, which is outside the database.
    sealed_key bytea NOT NULL,
    -- The types of samples that the person has enabled.
    enabled_types text[] NOT NULL DEFAULT '{}',
    -- Whether the person has locked the samples. Nobody can read locked samples.
    is_locked boolean NOT NULL DEFAULT false,
    -- The number of the account's samples.
    samples bigint NOT NULL DEFAULT 0 CHECK (samples >= 0),
    version bigint NOT NULL DEFAULT 1 CHECK (version > 0)
);

-- Type and time of a sample are not encrypted, because queries select by them. Value, unit, source and metadata are encrypted.
CREATE TABLE health_sample (
    account_id uuid NOT NULL REFERENCES health_account ON DELETE CASCADE,
    -- The id that the phone generated.
    sample_id uuid NOT NULL,
    type text NOT NULL COLLATE "C",
    started_at timestamptz NOT NULL,
    ended_at timestamptz NOT NULL CHECK (ended_at >= started_at),
    sealed bytea NOT NULL,
    received_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, sample_id)
);
CREATE INDEX health_sample_time ON health_sample (account_id, type, started_at, sample_id);

-- The clinics whose staff may see the person's samples.
CREATE TABLE health_consent (
    account_id uuid NOT NULL REFERENCES health_account ON DELETE CASCADE,
    clinic_id uuid NOT NULL,
    agreed_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, clinic_id)
);

GRANT SELECT, INSERT, UPDATE, DELETE ON health_account, health_sample, health_consent TO chairside_server;

-- The samples of an erased account and their key are deleted.
CREATE FUNCTION forget_health() RETURNS trigger LANGUAGE plpgsql
    SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    DELETE FROM health_account WHERE account_id = NEW.account_id;
    RETURN NULL;
END
$$;
REVOKE EXECUTE ON FUNCTION forget_health FROM PUBLIC;

CREATE TRIGGER forget_health AFTER UPDATE OF email ON account
    FOR EACH ROW
    WHEN (NEW.email = 'erased-' || NEW.account_id || '@invalid' AND OLD.email IS DISTINCT FROM NEW.email)
    EXECUTE FUNCTION forget_health();
