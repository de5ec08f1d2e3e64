-- The chain over each clinic's events: the hash of an event covers its stored bytes and the hash of the one before it.
-- It is written right behind the appends, by a role of its own; what it means stands in ops/provable-history.md.

-- The hashes of up to sixty events that follow each other, 32 bytes each. Of two that write the same event's, one fails.
CREATE TABLE chain_segment (
    clinic_id      uuid   NOT NULL,
    first_position bigint NOT NULL CHECK (first_position > 0),
    hashes         bytea  NOT NULL CHECK (octet_length(hashes) BETWEEN 32 AND 1920 AND octet_length(hashes) % 32 = 0),
    PRIMARY KEY (clinic_id, first_position)
);
-- Hashes cannot be compressed, and four full rows fit on a page.
ALTER TABLE chain_segment ALTER COLUMN hashes SET STORAGE PLAIN;

-- Ends of chains that were signed. Whoever signs writes them somewhere else as well, where that is asked for.
CREATE TABLE chain_head (
    clinic_id uuid        NOT NULL,
    position  bigint      NOT NULL CHECK (position > 0),
    hash      bytea       NOT NULL CHECK (octet_length(hash) = 32),
    signed_at timestamptz NOT NULL,
    key_id    text        NOT NULL COLLATE "C",
    signature bytea       NOT NULL,
    PRIMARY KEY (clinic_id, position)
);

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON chain_segment
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON chain_head
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

DO $$
BEGIN
    -- Roles belong to the cluster: another database's migration may make it at the same moment.
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'chairside_chainer') THEN
        BEGIN
            CREATE ROLE chairside_chainer NOLOGIN;
        EXCEPTION WHEN duplicate_object OR unique_violation THEN
            NULL;
        END;
    END IF;
    IF NOT pg_has_role(current_user, 'chairside_chainer', 'MEMBER') THEN
        EXECUTE format('GRANT chairside_chainer TO %I', current_user);
    END IF;
END
$$;

-- Where rows of feeds are walled off from each other, this role sees all.
CREATE POLICY all_clinics_chained ON clinic_feed FOR SELECT TO chairside_chainer USING (true);
GRANT SELECT ON clinic_feed, event TO chairside_chainer;
GRANT SELECT, INSERT ON chain_segment, chain_head TO chairside_chainer;
GRANT SELECT ON chain_segment, chain_head TO chairside_server;
