-- A second factor: a secret that an app on the person's phone makes codes of, and codes for the day when the phone is lost.

CREATE TABLE second_factor (
    account_id uuid PRIMARY KEY REFERENCES account,
    -- Sealed under a key from the server's pepper, for this account.
    secret       bytea NOT NULL,
    created_at   timestamptz NOT NULL,
    -- Nothing is asked for before the person has shown that the app makes the right codes.
    confirmed_at timestamptz,
    -- The newest half minute whose code was taken: none is taken twice.
    last_step    bigint NOT NULL DEFAULT 0
);

CREATE TABLE recovery_code (
    account_id uuid NOT NULL REFERENCES second_factor ON DELETE CASCADE,
    -- An HMAC under the pepper.
    code       bytea NOT NULL,
    used_at    timestamptz,
    PRIMARY KEY (account_id, code)
);

-- What a session that is open may not do: reach what is the clinic's and its patients'.
ALTER TABLE session
    -- Its account has to set up a second factor first.
    ADD COLUMN lacks_second_factor boolean NOT NULL DEFAULT false,
    -- Its device was reported to be no longer what its maker made of it.
    ADD COLUMN compromised_at timestamptz;

-- What a device says of itself; kept.
CREATE TABLE device_report (
    report_id   uuid PRIMARY KEY,
    clinic_id   uuid NOT NULL,
    account_id  uuid NOT NULL REFERENCES account,
    session_id  uuid NOT NULL REFERENCES session,
    device_id   text NOT NULL,
    signals     text[] NOT NULL,
    reported_at timestamptz NOT NULL
);
CREATE INDEX device_report_clinic ON device_report (clinic_id, reported_at);

DROP TRIGGER tell_servers ON session;
CREATE TRIGGER tell_servers AFTER UPDATE OF locked_at, ended_at, lacks_second_factor, compromised_at ON session
    FOR EACH ROW
    WHEN ((OLD.locked_at, OLD.ended_at, OLD.lacks_second_factor, OLD.compromised_at)
        IS DISTINCT FROM (NEW.locked_at, NEW.ended_at, NEW.lacks_second_factor, NEW.compromised_at))
    EXECUTE FUNCTION session_has_changed();

GRANT SELECT, INSERT, UPDATE, DELETE ON second_factor, recovery_code TO chairside_server;
GRANT SELECT, INSERT ON device_report TO chairside_server;
