-- Proof that somebody reads an e-mail address: tokens of one use, and what is to be mailed.

ALTER TABLE account ADD COLUMN email_verified_at timestamptz;

-- The token that is mailed is computed from this row and the server's pepper, so it stands nowhere.
CREATE TABLE one_time_token (
    token_id   uuid PRIMARY KEY,
    purpose    text NOT NULL CHECK (purpose IN ('verification', 'password', 'invitation', 'registration')),
    email      text NOT NULL,
    -- NULL for a registration, and where somebody asked for what there is not.
    account_id uuid REFERENCES account,
    -- Of a registration: what becomes the account's once the address is proved.
    name          text,
    password_hash text,
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    used_at    timestamptz
);
CREATE INDEX one_time_token_account ON one_time_token (account_id) WHERE used_at IS NULL;
CREATE INDEX one_time_token_expiry ON one_time_token (expires_at);

-- Rows go when they are mailed. `nothing` is what an address gets that nobody has: it takes as long to ask for.
CREATE TABLE mail_outbox (
    mail_id     uuid PRIMARY KEY,
    kind        text NOT NULL CHECK (
        kind IN ('verification', 'password', 'invitation', 'registration', 'known_already', 'nothing')),
    recipient   text NOT NULL,
    token_id    uuid NOT NULL REFERENCES one_time_token ON DELETE CASCADE,
    created_at  timestamptz NOT NULL,
    tries       integer NOT NULL DEFAULT 0,
    next_try_at timestamptz NOT NULL
);
CREATE INDEX mail_outbox_due ON mail_outbox (next_try_at);
CREATE INDEX mail_outbox_token ON mail_outbox (token_id);

ALTER TABLE session DROP CONSTRAINT session_end_reason_check, ADD CONSTRAINT session_end_reason_check CHECK (
    end_reason IN ('logout', 'revoked', 'pin_failures', 'refresh_reuse', 'membership_ended', 'password_changed',
        'second_factor_changed', 'unpaired'));

GRANT SELECT, INSERT, UPDATE, DELETE ON one_time_token, mail_outbox TO chairside_server;
