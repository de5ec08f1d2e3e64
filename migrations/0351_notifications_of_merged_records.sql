-- Notifications of a record that is merged into another.

-- Adds the outbox rows of new notifications, as before. The rows of a merged record are for the surviving record, whose
-- login the person has.
CREATE OR REPLACE FUNCTION queue_notifications() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    known bigint := 0;
    receiver uuid;
BEGIN
    IF TG_OP = 'UPDATE' THEN
        known := OLD.last_position;
    END IF;
    IF NEW.last_position <= known THEN
        RETURN NULL;
    END IF;
    SELECT coalesce(
        (SELECT t.merged_into FROM patient AS t WHERE t.clinic_id = NEW.clinic_id AND t.patient_id = NEW.person_id),
        NEW.person_id)
    INTO receiver;
    INSERT INTO notification_outbox (
        clinic_id, outbox_id, notification_id, person_id, type, channel, device_id, next_attempt_at, expires_at, created_at)
    SELECT NEW.clinic_id, md5(item.id || ' ' || target.channel || coalesce(' ' || target.device_id, ''))::uuid, item.id,
        receiver, item.type, target.channel, target.device_id, item.at, item.expires_at, item.at
    FROM json_to_recordset(NEW.document -> 'items')
        AS item (id uuid, position bigint, type text, at timestamptz, expires_at timestamptz)
    CROSS JOIN LATERAL (
        SELECT DISTINCT 'push' AS channel, d.user_device_id AS device_id
        FROM membership AS m JOIN user_device AS d ON d.account_id = m.account_id AND d.clinic_id = m.clinic_id
        WHERE m.clinic_id = NEW.clinic_id AND m.subject_id = receiver AND m.ended_at IS NULL
            AND NOT m.awaits_owner
        UNION ALL
        SELECT 'mail', NULL
    ) AS target
    LEFT JOIN notification_preference AS p ON p.clinic_id = NEW.clinic_id AND p.person_id = receiver
    WHERE item.position > known AND item.expires_at > clock_timestamp()
        AND item.at > clock_timestamp() - interval '1 day'
        AND item.type IN (
            SELECT json_array_elements_text(coalesce(p.document -> target.channel, standard_notifications(target.channel))))
    ON CONFLICT DO NOTHING;
    RETURN NULL;
END
$$;
