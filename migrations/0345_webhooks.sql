-- Webhooks: URLs of a clinic's other programs, which get a message for each event of the types that they name.

CREATE TABLE webhook (
    clinic_id uuid NOT NULL,
    webhook_id uuid NOT NULL,
    version bigint NOT NULL DEFAULT 1,
    -- A URL can contain a credential of the receiver.
    url text NOT NULL,
    event_types text[] NOT NULL CHECK (cardinality(event_types) > 0),
    -- `disabled`: the server has stopped the deliveries, for the stated reason.
    state text NOT NULL DEFAULT 'active' CHECK (state IN ('active', 'paused', 'disabled')),
    disabled_reason text,
    -- The secrets that sign messages, encrypted with a key of the servers. The old one signs too until its end.
    secret bytea NOT NULL,
    old_secret bytea,
    old_secret_until timestamptz,
    -- The events up to this position of the clinic's feed have their rows in webhook_delivery.
    position bigint NOT NULL CHECK (position >= 0),
    -- Counts up each time that a server claims the webhook. Only the server with the last claim may write for it.
    claim bigint NOT NULL DEFAULT 0,
    -- Until when no other server may claim the webhook.
    leased_until timestamptz NOT NULL,
    -- When the next attempt is due after one that failed.
    retry_at timestamptz NOT NULL,
    -- The time of the first of the failed attempts since the last one that succeeded.
    failing_since timestamptz,
    created_at timestamptz NOT NULL,
    changed_at timestamptz NOT NULL,
    PRIMARY KEY (clinic_id, webhook_id),
    CHECK ((state = 'disabled') = (disabled_reason IS NOT NULL)),
    CHECK ((old_secret IS NULL) = (old_secret_until IS NULL))
) WITH (fillfactor = 70);
CREATE INDEX webhook_lease ON webhook (leased_until);

-- The messages of each webhook. A row has ids and no data of a patient.
CREATE TABLE webhook_delivery (
    clinic_id uuid NOT NULL,
    webhook_id uuid NOT NULL,
    -- Follows from the webhook and the position, so that the same message is never added twice.
    delivery_id uuid NOT NULL,
    -- The position of the event; NULL for a test, which no event has caused.
    position bigint,
    type text NOT NULL,
    -- The entities that the event is about, as JSON of the message.
    entities json NOT NULL,
    occurred_at timestamptz NOT NULL,
    -- `failed`: a test got no success. `dropped`: an admin has skipped the message.
    state text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'delivered', 'failed', 'dropped')),
    attempts integer NOT NULL DEFAULT 0,
    -- The HTTP status of the last answer; NULL if no answer came.
    status integer,
    -- The reason why the last attempt got no answer.
    failure text,
    created_at timestamptz NOT NULL,
    attempted_at timestamptz,
    settled_at timestamptz,
    PRIMARY KEY (clinic_id, webhook_id, delivery_id),
    FOREIGN KEY (clinic_id, webhook_id) REFERENCES webhook ON DELETE CASCADE,
    CHECK ((state = 'queued') = (settled_at IS NULL))
) WITH (fillfactor = 80);
CREATE INDEX webhook_delivery_queue ON webhook_delivery (clinic_id, webhook_id, position) WHERE state = 'queued';
CREATE INDEX webhook_delivery_latest ON webhook_delivery (clinic_id, webhook_id, created_at, delivery_id);
CREATE INDEX webhook_delivery_settled ON webhook_delivery (settled_at) WHERE settled_at IS NOT NULL;

GRANT SELECT, INSERT, UPDATE, DELETE ON webhook, webhook_delivery TO chairside_server;
