-- Sessions that are good only together with a private key (RFC 9449), and tablets that several people share.

ALTER TABLE session
    -- SHA-256 of the public key (RFC 7638); NULL: whoever has the token.
    ADD COLUMN bound_key bytea CHECK (length(bound_key) = 32);

-- A clinic's own device, such as the one at the front desk, on which staff take turns by PIN.
CREATE TABLE tablet (
    tablet_id    uuid PRIMARY KEY,
    clinic_id    uuid NOT NULL,
    name         text NOT NULL,
    -- An HMAC, under the pepper, of what the tablet was given.
    code         bytea NOT NULL,
    paired_by    uuid NOT NULL REFERENCES account,
    paired_at    timestamptz NOT NULL,
    unpaired_at  timestamptz
);
CREATE INDEX tablet_clinic ON tablet (clinic_id) WHERE unpaired_at IS NULL;
CREATE INDEX session_open_device ON session (device_id) WHERE ended_at IS NULL;
CREATE INDEX device_pin_device ON device_pin (device_id);

GRANT SELECT, INSERT, UPDATE ON tablet TO chairside_server;
