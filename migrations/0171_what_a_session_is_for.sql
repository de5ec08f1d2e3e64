-- A session's scope and platform, and the means to unlock a locked session without a PIN.

ALTER TABLE session
    -- The platform that the client named at login; NULL if it named none.
    ADD COLUMN platform text CHECK (platform IN ('ios', 'ipados', 'android', 'web')),
    -- 'background' reaches only what is the account's own and does not lock when it is idle.
    ADD COLUMN scope text NOT NULL DEFAULT 'clinic' CHECK (scope IN ('clinic', 'background')),
    -- The challenge that the device's key signs next; good once, and for a short time.
    ADD COLUMN unlock_challenge bytea CHECK (length(unlock_challenge) = 32),
    ADD COLUMN unlock_challenge_ends_at timestamptz;

-- A key that the device keeps behind Face ID or a fingerprint: a P-256 point, uncompressed (SEC 1, 65 bytes). It belongs to
-- the PIN that it was registered with and goes with it.
ALTER TABLE device_pin ADD COLUMN device_key bytea CHECK (length(device_key) = 65);

-- Devices on which the account's sessions are restricted: the latest report said that the device is compromised.
CREATE TABLE compromised_device (
    account_id  uuid NOT NULL REFERENCES account,
    device_id   text NOT NULL,
    reported_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, device_id)
);
INSERT INTO compromised_device
SELECT account_id, device_id, max(compromised_at) FROM session
WHERE compromised_at IS NOT NULL AND ended_at IS NULL
GROUP BY account_id, device_id;

-- NULL for reports from before this column.
ALTER TABLE device_report ADD COLUMN compromised boolean;

GRANT SELECT, INSERT, UPDATE, DELETE ON compromised_device TO chairside_server;
