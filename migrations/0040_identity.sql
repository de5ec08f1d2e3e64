-- Who may come in: accounts, what they are in which clinic, their sessions, devices and PINs.
-- Not events: credentials and sessions change often, and must be forgettable.

CREATE TABLE account (
    account_id uuid PRIMARY KEY,
    -- Lower case, as compared at login.
    email text NOT NULL UNIQUE CHECK (email = lower(email)),
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
    role text NOT NULL,
    subject_id uuid NOT NULL,
    device_id text NOT NULL,
    device_name text NOT NULL,
    created_at timestamptz NOT NULL,
    last_seen_at timestamptz NOT NULL,
    -- Locked sessions keep their tokens but reach nothing until the PIN is given.
    locked_at timestamptz,
    ended_at timestamptz,
    end_reason text CHECK (end_reason IN ('logout', 'revoked', 'pin_failures', 'refresh_reuse', 'password_changed'))
);
CREATE INDEX session_account ON session (account_id, created_at) WHERE ended_at IS NULL;

-- Every refresh token ever given in a session, by its SHA-256: an old one presented again ends the session.
CREATE TABLE refresh_token (
    token_hash bytea PRIMARY KEY,
    session_id uuid NOT NULL REFERENCES session,
    generation integer NOT NULL,
    expires_at timestamptz NOT NULL,
    rotated_at timestamptz,
    UNIQUE (session_id, generation)
);

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

GRANT SELECT, INSERT, UPDATE ON account, membership, session, refresh_token TO chairside_server;
GRANT SELECT, INSERT, UPDATE, DELETE ON device_pin, user_device TO chairside_server;
