-- The event log: one feed of events per clinic, with no gaps.

-- Locked for the length of an append, so positions are dense and stand in commit order.
CREATE TABLE clinic_feed (
    clinic_id     uuid   PRIMARY KEY,
    last_position bigint NOT NULL CHECK (last_position >= 0)
) WITH (fillfactor = 50);

-- `json`, not `jsonb`: the exact bytes are kept, and nothing queries inside them.
CREATE TABLE event (
    clinic_id      uuid        NOT NULL,
    position       bigint      NOT NULL CHECK (position > 0),
    recorded_at    timestamptz NOT NULL,
    schema_version integer     NOT NULL CHECK (schema_version > 0),
    type           text        NOT NULL COLLATE "C",
    data           json        NOT NULL,
    metadata       json        NOT NULL,  -- {"account": uuid or absent, "role": text}
    command_id     uuid,
    PRIMARY KEY (clinic_id, position)
);

-- What events are about. A decision appends on the condition that nothing has come under the tags it read.
CREATE TABLE event_tag (
    clinic_id uuid   NOT NULL,
    tag       text   NOT NULL COLLATE "C",
    position  bigint NOT NULL,
    PRIMARY KEY (clinic_id, tag, position)
);

-- Commands that were done, each with its answer: the same id gives the same answer, with no second effect.
CREATE TABLE command (
    clinic_id      uuid        NOT NULL,
    command_id     uuid        NOT NULL,
    actor          uuid,
    request_hash   bytea       NOT NULL,
    first_position bigint,  -- NULL where it changed nothing
    last_position  bigint,
    recorded_at    timestamptz NOT NULL,
    answer         text,
    location       text COLLATE "C",
    PRIMARY KEY (clinic_id, command_id),
    CHECK ((first_position IS NULL) = (last_position IS NULL) AND first_position <= last_position)
);

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END
$$;

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON event
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON event_tag
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
