-- Who may come in: accounts, what they are in which clinic, their sessions, devices and PINs.
-- Not events: credentials and sessions change often, and must be forgettable.

CREATE TABLE account (
    account_id uuid PRIMARY KEY,
    -- As compared at login: A to Z never stand in it.
    email text NOT NULL UNIQUE CHECK (email = lower(email COLLATE "C")),
    name text NOT NULL,
    -- Argon2id in PHC form; NULL until the person has chosen a password.
    password_hash text,
    version bigint NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL
);

-- One person may be a patient in one clinic and staff in another.
CREATE TABLE membership (
    clinic_id uuid NOT NULL,
    account_id uuid NOT NULL REFERENCES account,
    role text NOT NULL CHECK (role IN ('patient', 'doctor', 'admin', 'receptionist')),
    -- The patient or the staff member that the account stands for.
    subject_id uuid NOT NULL,
    created_at timestamptz NOT NULL,
    ended_at timestamptz,
    PRIMARY KEY (clinic_id, account_id, role)
);
CREATE INDEX membership_account ON membership (account_id);
CREATE UNIQUE INDEX membership_subject ON membership (clinic_id, role, subject_id) WHERE ended_at IS NULL;

-- A session is for one clinic and one role, on one device.
CREATE TABLE session (
    session_id uuid PRIMARY KEY,
    clinic_id uuid NOT NULL,
    account_id uuid NOT NULL REFERENCES account,
    role text NOT NULL CHECK (role IN ('patient', 'doctor', 'admin', 'receptionist')),
    subject_id uuid NOT NULL,
    device_id text NOT NULL,
    device_name text NOT NULL,
    created_at timestamptz NOT NULL,
    last_seen_at timestamptz NOT NULL,
    -- Locked sessions keep their tokens but reach nothing until the PIN is given.
    locked_at timestamptz,
    ended_at timestamptz,
    end_reason text CHECK (end_reason IN ('logout', 'revoked', 'pin_failures', 'refresh_reuse', 'membership_ended')),
    -- Refresh tokens are numbered; each is an HMAC of session, number and this, so none is kept.
    refresh_secret bytea NOT NULL CHECK (length(refresh_secret) = 32),
    refresh_generation integer NOT NULL DEFAULT 1 CHECK (refresh_generation > 0),
    refreshed_at timestamptz NOT NULL,
    refresh_expires_at timestamptz NOT NULL,
    CHECK ((ended_at IS NULL) = (end_reason IS NULL))
) WITH (fillfactor = 80);
CREATE INDEX session_account ON session (account_id, created_at) WHERE ended_at IS NULL;

-- A PIN belongs to an account on a device.
CREATE TABLE device_pin (
    account_id uuid NOT NULL REFERENCES account,
    device_id text NOT NULL,
    -- Argon2id over HMAC-SHA-256(pepper, account ‖ device ‖ PIN).
    pin_hash text NOT NULL,
    failures integer NOT NULL DEFAULT 0 CHECK (failures BETWEEN 0 AND 5),
    changed_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, device_id)
);

-- Push tokens: one row per token, so a token that moves to another account leaves the first.
CREATE TABLE user_device (
    user_device_id uuid PRIMARY KEY,
    platform text NOT NULL CHECK (platform IN ('ios', 'ipados')),
    push_token text NOT NULL,
    environment text NOT NULL CHECK (environment IN ('production', 'sandbox')),
    clinic_id uuid NOT NULL,
    account_id uuid NOT NULL REFERENCES account,
    session_id uuid NOT NULL REFERENCES session,
    version bigint NOT NULL DEFAULT 1,
    registered_at timestamptz NOT NULL,
    UNIQUE (platform, environment, push_token)
);
CREATE INDEX user_device_account ON user_device (account_id, clinic_id);
CREATE INDEX user_device_session ON user_device (session_id);

-- Servers keep sessions in memory: whoever locks, unlocks or ends one tells them all, once it is committed. A device whose
-- session has ended gets no more pushes.
CREATE FUNCTION session_has_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('session', NEW.session_id::text);
    IF NEW.ended_at IS NOT NULL THEN
        DELETE FROM user_device WHERE session_id = NEW.session_id;
    END IF;
    RETURN NULL;
END
$$;

CREATE TRIGGER tell_servers AFTER UPDATE OF locked_at, ended_at ON session
    FOR EACH ROW
    WHEN (OLD.locked_at IS DISTINCT FROM NEW.locked_at OR OLD.ended_at IS DISTINCT FROM NEW.ended_at)
    EXECUTE FUNCTION session_has_changed();

GRANT SELECT, INSERT, UPDATE ON account, membership, session TO chairside_server;
GRANT SELECT, INSERT, UPDATE, DELETE ON device_pin, user_device TO chairside_server;
