-- Notifications of persons without a clinic, and mails to the contacts of plans of check-ins.

-- Whether the mail is for the contact of the person's plan of check-ins, and not for the person.
ALTER TABLE notification_outbox ADD COLUMN to_contact boolean NOT NULL DEFAULT false;

-- Adds the mail to a contact in the transaction that records that the contact is told, at most one in 12 hours for each person. As with
-- notifications, nothing older than a day is sent, so a rebuild sends nothing. The server reads the address when it delivers the mail.
CREATE FUNCTION queue_contact_mail() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO notification_outbox (
        clinic_id, outbox_id, notification_id, person_id, type, channel, to_contact, next_attempt_at, expires_at, created_at)
    SELECT NEW.clinic_id, md5(NEW.missed_check_in_id || ' contact')::uuid, NEW.missed_check_in_id, NEW.patient_id,
        'check-in.missed', 'mail', true, told.at, told.at + interval '1 day', told.at
    FROM (SELECT (NEW.document ->> 'contact_told_at')::timestamptz AS at) AS told
    WHERE told.at > clock_timestamp() - interval '1 day' AND NOT EXISTS (
        SELECT FROM notification_outbox AS o
        WHERE o.clinic_id = NEW.clinic_id AND o.person_id = NEW.patient_id AND o.to_contact
            AND o.created_at > told.at - interval '12 hours')
    ON CONFLICT DO NOTHING;
    RETURN NULL;
END
$$;
CREATE TRIGGER queue_contact_mail AFTER INSERT OR UPDATE ON missed_check_in
    FOR EACH ROW WHEN (NEW.document ->> 'contact_told_at' IS NOT NULL) EXECUTE FUNCTION queue_contact_mail();

-- Adds the outbox rows of new notifications, as before. In the feed of the persons without a clinic (its id ends with 1), the receiver is
-- an account: devices are those that it registered in a session without a clinic. If it has none, a missed check-in is
-- told by mail.
CREATE OR REPLACE FUNCTION queue_notifications() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    no_clinic CONSTANT uuid := '00000000-0000-0000-0000-000000000000';
    is_person CONSTANT boolean := NEW.clinic_id = '00000000-0000-0000-0000-000000000001';
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
        SELECT 'push', d.user_device_id FROM user_device AS d
        WHERE is_person AND d.account_id = receiver AND d.clinic_id = no_clinic
        UNION ALL
        SELECT 'mail', NULL
    ) AS target
    LEFT JOIN notification_preference AS p ON p.clinic_id = NEW.clinic_id AND p.person_id = receiver
    WHERE item.position > known AND item.expires_at > clock_timestamp()
        AND item.at > clock_timestamp() - interval '1 day'
        AND (
            item.type IN (
                SELECT json_array_elements_text(
                    coalesce(p.document -> target.channel, standard_notifications(target.channel))))
            OR is_person AND target.channel = 'mail' AND item.type = 'check-in.missed' AND NOT EXISTS (
                SELECT FROM user_device AS d WHERE d.account_id = receiver AND d.clinic_id = no_clinic))
    ON CONFLICT DO NOTHING;
    RETURN NULL;
END
$$;
