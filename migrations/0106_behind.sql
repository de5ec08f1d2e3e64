-- Read models that are folded behind the appends: how far each is in each clinic's feed, and which server works on it.

CREATE TABLE behind_position (
    clinic_id      uuid   NOT NULL,
    name           text   NOT NULL COLLATE "C",  -- the read model's table
    position       bigint NOT NULL CHECK (position >= 0),
    edition        bigint NOT NULL DEFAULT 0,  -- counts up where the documents were made anew
    stopped_at     timestamptz,  -- since when an event or a document cannot be read
    stopped_reason text,  -- without any value of it
    PRIMARY KEY (clinic_id, name),
    CHECK ((stopped_at IS NULL) = (stopped_reason IS NULL))
) WITH (fillfactor = 50);

-- Servers that would work on a read model, so that each takes its share of the leases.
CREATE TABLE behind_node (
    name       text        NOT NULL COLLATE "C",
    node       uuid        NOT NULL,
    expires_at timestamptz NOT NULL,
    PRIMARY KEY (name, node)
);

-- A lease is for a read model and a slice of the clinics. Its token counts up with each taking: the transaction of whoever had it
-- before does not find its own any more.
CREATE TABLE behind_lease (
    name       text    NOT NULL COLLATE "C",
    slice      integer NOT NULL,
    token      bigint  NOT NULL DEFAULT 0,
    holder     uuid,
    expires_at timestamptz,
    PRIMARY KEY (name, slice),
    CHECK ((holder IS NULL) = (expires_at IS NULL)),
    -- Makes the token a part of a key: FOR KEY SHARE then keeps a lease from being taken, and not from being renewed.
    UNIQUE (name, slice, token)
) WITH (fillfactor = 50);

-- Fails unless the lease is held by that token; nobody takes it before the transaction ends.
CREATE FUNCTION prove_lease(lease text, part integer, proof bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    PERFORM FROM behind_lease
    WHERE name = lease AND slice = part AND token = proof AND expires_at > clock_timestamp()
    FOR KEY SHARE;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'the lease is lost' USING ERRCODE = 'CS002';
    END IF;
END
$$;

-- Moves a read model on in a clinic's feed, where it still is as it was read; else fails.
CREATE FUNCTION move_behind(model text, clinic uuid, old_position bigint, old_edition bigint, new_position bigint)
    RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO behind_position (clinic_id, name, position) VALUES (clinic, model, 0) ON CONFLICT DO NOTHING;
    -- A rebuild may have it for long: other clinics are not to wait for this one.
    PERFORM FROM behind_position WHERE clinic_id = clinic AND name = model FOR UPDATE NOWAIT;
    UPDATE behind_position SET position = new_position, stopped_at = NULL, stopped_reason = NULL
    WHERE clinic_id = clinic AND name = model AND position = old_position AND edition = old_edition;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'the read model is elsewhere' USING ERRCODE = 'CS003';
    END IF;
END
$$;

GRANT SELECT, INSERT, UPDATE, DELETE ON behind_position, behind_node, behind_lease TO chairside_server;
