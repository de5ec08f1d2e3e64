-- Programs and devices that a person has paired with the account, such as a command-line client. The token of a paired client gives access
-- to the person's health samples, and to nothing else.

-- The latest pairing code of an account. It can be used once, within five minutes and five tries.
CREATE TABLE pairing_code (
    account_id uuid PRIMARY KEY REFERENCES account,
    -- The session that asked for the code. The code is void once the session has ended.
    session_id uuid NOT NULL,
    -- The first half of the code. The row is found by it.
    selector text NOT NULL COLLATE "C" UNIQUE,
    -- An HMAC of the code with a key of the server.
    digest bytea NOT NULL CHECK (length(digest) = 32),
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    tries integer NOT NULL DEFAULT 0 CHECK (tries BETWEEN 0 AND 5),
    used_at timestamptz
);

CREATE TABLE paired_client (
    client_id uuid PRIMARY KEY,
    account_id uuid NOT NULL REFERENCES account,
    -- An HMAC of the client's token with a key of the server.
    digest bytea NOT NULL CHECK (length(digest) = 32),
    -- The name that the client has given itself.
    name text NOT NULL,
    paired_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    last_used_at timestamptz NOT NULL,
    ended_at timestamptz,
    -- The minute in which the client's requests are counted, and their number.
    minute_began_at timestamptz NOT NULL DEFAULT 'epoch',
    requests integer NOT NULL DEFAULT 0
);
CREATE INDEX paired_client_account ON paired_client (account_id, paired_at);

GRANT SELECT, INSERT, UPDATE, DELETE ON pairing_code, paired_client TO chairside_server;

CREATE TRIGGER note_pairing AFTER INSERT ON paired_client
    FOR EACH ROW EXECUTE FUNCTION note_credential('client-paired');
CREATE TRIGGER note_unpairing AFTER UPDATE OF ended_at ON paired_client
    FOR EACH ROW WHEN (OLD.ended_at IS NULL AND NEW.ended_at IS NOT NULL)
    EXECUTE FUNCTION note_credential('client-revoked');
CREATE TRIGGER note_void_code AFTER UPDATE OF tries ON pairing_code
    FOR EACH ROW WHEN (NEW.tries = 5 AND NEW.used_at IS NULL)
    EXECUTE FUNCTION note_credential('pairing-code-void');

-- A changed password ends all paired clients of the account, because a stranger may have paired one of them.
CREATE FUNCTION unpair_clients() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM pairing_code WHERE account_id = NEW.account_id;
    UPDATE paired_client SET ended_at = now() WHERE account_id = NEW.account_id AND ended_at IS NULL;
    RETURN NULL;
END
$$;
CREATE TRIGGER unpair_clients AFTER UPDATE OF password_hash ON account
    FOR EACH ROW WHEN (OLD.password_hash IS DISTINCT FROM NEW.password_hash)
    EXECUTE FUNCTION unpair_clients();

-- The paired clients of an erased account are deleted, because a client's name can contain personal data.
CREATE FUNCTION forget_paired_clients() RETURNS trigger LANGUAGE plpgsql
    SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    DELETE FROM pairing_code WHERE account_id = NEW.account_id;
    DELETE FROM paired_client WHERE account_id = NEW.account_id;
    RETURN NULL;
END
$$;
REVOKE EXECUTE ON FUNCTION forget_paired_clients FROM PUBLIC;

CREATE TRIGGER forget_paired_clients AFTER UPDATE OF email ON account
    FOR EACH ROW
    WHEN (NEW.email = 'erased-' || NEW.account_id || '@invalid' AND OLD.email IS DISTINCT FROM NEW.email)
    EXECUTE FUNCTION forget_paired_clients();
