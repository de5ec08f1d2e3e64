-- Persons' read marks and preferences for notifications, and the outbox from which servers deliver notifications.

CREATE TABLE notification_mark (
    clinic_id uuid NOT NULL,
    person_id uuid NOT NULL,
    -- Notifications of events up to this position are read.
    read_up_to bigint NOT NULL DEFAULT 0,
    -- The ids of notifications of later events that are read. There are about as many as an inbox has notifications.
    read_ids uuid[] NOT NULL DEFAULT '{}' CHECK (cardinality(read_ids) <= 200),
    PRIMARY KEY (clinic_id, person_id)
);

CREATE TABLE notification_preference (
    clinic_id uuid NOT NULL,
    person_id uuid NOT NULL,
    document json NOT NULL,
    PRIMARY KEY (clinic_id, person_id)
);

-- One row for each notification and device, and one for the mail. A row has no text, no push token and no address.
CREATE TABLE notification_outbox (
    clinic_id uuid NOT NULL,
    -- Computed from the notification and the device, so the same row is never added twice.
    outbox_id uuid NOT NULL,
    notification_id uuid NOT NULL,
    person_id uuid NOT NULL,
    type text NOT NULL,
    channel text NOT NULL CHECK (channel IN ('push', 'mail')),
    -- The registration of the device; NULL for a mail.
    device_id uuid,
    -- `failed`: the last attempt failed, and another one follows. `dead`: no attempt follows unless an admin asks for it.
    state text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'sent', 'failed', 'dead')),
    attempts integer NOT NULL DEFAULT 0,
    -- The number of claims. It increases when a server claims the row. Only the server with the last claim may write an outcome.
    claim bigint NOT NULL DEFAULT 0,
    -- When the next attempt is due. A claim sets it to the claim's end, so other servers do not claim the row before.
    next_attempt_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    created_at timestamptz NOT NULL,
    settled_at timestamptz,
    -- The reason of the last failure: a fixed text or the answer of a push service, never data of a patient.
    reason text,
    PRIMARY KEY (clinic_id, outbox_id),
    CHECK ((channel = 'push') = (device_id IS NOT NULL))
) WITH (fillfactor = 80);
CREATE INDEX notification_outbox_due ON notification_outbox (clinic_id, next_attempt_at)
    WHERE state IN ('queued', 'failed');
CREATE INDEX notification_outbox_dead ON notification_outbox (clinic_id, created_at, outbox_id) WHERE state = 'dead';
CREATE INDEX notification_outbox_settled ON notification_outbox (settled_at) WHERE settled_at IS NOT NULL;
CREATE INDEX notification_outbox_person ON notification_outbox (clinic_id, person_id);

-- The kinds of notifications that a person without preferences gets. The server has the same defaults.
CREATE FUNCTION standard_notifications(channel text) RETURNS json LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE channel
        WHEN 'push' THEN json '["appointment.reminder", "appointment.status_changed", "message.new", "payment.received",
            "recall.due", "waitlist.offer", "check-in.due", "check-in.missed"]'
        ELSE json '["appointment.reminder", "recall.due", "waitlist.offer"]'
    END
$$;

-- Adds the outbox rows of new notifications in the transaction that writes the notifications. Notifications that have expired or are older
-- than a day get no row, so a rebuild does not deliver old notifications.
CREATE FUNCTION queue_notifications() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    known bigint := 0;
BEGIN
    IF TG_OP = 'UPDATE' THEN
        known := OLD.last_position;
    END IF;
    INSERT INTO notification_outbox (
        clinic_id, outbox_id, notification_id, person_id, type, channel, device_id, next_attempt_at, expires_at, created_at)
    SELECT NEW.clinic_id, md5(item.id || ' ' || target.channel || coalesce(' ' || target.device_id, ''))::uuid, item.id,
        NEW.person_id, item.type, target.channel, target.device_id, item.at, item.expires_at, item.at
    FROM json_to_recordset(NEW.document -> 'items')
        AS item (id uuid, position bigint, type text, at timestamptz, expires_at timestamptz)
    CROSS JOIN LATERAL (
        SELECT DISTINCT 'push' AS channel, d.user_device_id AS device_id
        FROM membership AS m JOIN user_device AS d ON d.account_id = m.account_id AND d.clinic_id = m.clinic_id
        WHERE m.clinic_id = NEW.clinic_id AND m.subject_id = NEW.person_id AND m.ended_at IS NULL
            AND NOT m.awaits_owner
        UNION ALL
        SELECT 'mail', NULL
    ) AS target
    LEFT JOIN notification_preference AS p ON p.clinic_id = NEW.clinic_id AND p.person_id = NEW.person_id
    WHERE item.position > known AND item.expires_at > clock_timestamp()
        AND item.at > clock_timestamp() - interval '1 day'
        AND item.type IN (
            SELECT json_array_elements_text(coalesce(p.document -> target.channel, standard_notifications(target.channel))))
    ON CONFLICT DO NOTHING;
    RETURN NULL;
END
$$;
CREATE TRIGGER queue_notifications AFTER INSERT OR UPDATE ON notification_inbox
    FOR EACH ROW EXECUTE FUNCTION queue_notifications();

-- The rows of an erased person are deleted in the transaction that destroys the person's key.
CREATE FUNCTION forget_notifications() RETURNS trigger LANGUAGE plpgsql
    SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    DELETE FROM notification_outbox WHERE clinic_id = NEW.clinic_id AND person_id = NEW.person_id;
    DELETE FROM notification_preference WHERE clinic_id = NEW.clinic_id AND person_id = NEW.person_id;
    DELETE FROM notification_mark WHERE clinic_id = NEW.clinic_id AND person_id = NEW.person_id;
    RETURN NULL;
END
$$;
REVOKE EXECUTE ON FUNCTION forget_notifications FROM PUBLIC;
CREATE TRIGGER forget_notifications AFTER INSERT OR UPDATE ON person_key
    FOR EACH ROW WHEN (NEW.retention = 1 AND NEW.destroyed_at IS NOT NULL)
    EXECUTE FUNCTION forget_notifications();

GRANT SELECT, INSERT, UPDATE, DELETE ON notification_mark, notification_preference, notification_outbox TO chairside_server;
SELECT wall_off('notification_mark'), wall_off('notification_preference'), wall_off('notification_outbox');
