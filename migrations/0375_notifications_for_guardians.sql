-- Notifications of dependants also reach their guardians.

-- The kinds of notifications of a dependant that guardians get too. The server has the same list. Messages are not in it, because each
-- guardian of a thread has a notification of their own. Waitlist offers are not in it, because a guardian can accept none.
CREATE FUNCTION notifications_for_guardians() RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
    SELECT ARRAY['appointment.reminder', 'appointment.status_changed', 'payment.received', 'recall.due']
$$;

-- Whether mails can reach a person: an address is in the patient's record, or the person's login has a verified address.
CREATE FUNCTION has_address(clinic uuid, person uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
    SELECT EXISTS (
        SELECT FROM patient AS t
        WHERE t.clinic_id = clinic AND t.patient_id = person AND t.document ->> 'email' IS NOT NULL
    ) OR EXISTS (
        SELECT FROM membership AS m JOIN account AS a USING (account_id)
        WHERE m.clinic_id = clinic AND m.subject_id = person AND m.ended_at IS NULL AND NOT m.awaits_owner
            AND a.email_verified_at IS NOT NULL)
$$;

-- Adds the outbox rows of new notifications, as before, and those for guardians. A guardian gets a mail only if no mail can reach the
-- dependant, since parents often give their own address for a child.
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
    SELECT NEW.clinic_id,
        md5(concat_ws(' ', item.id, target.channel, target.device_id, CASE WHEN target.device_id IS NULL THEN person.guardian END))::uuid,
        item.id, person.id, item.type, target.channel, target.device_id, item.at, item.expires_at, item.at
    FROM json_to_recordset(NEW.document -> 'items')
        AS item (id uuid, position bigint, type text, at timestamptz, expires_at timestamptz)
    CROSS JOIN LATERAL (
        SELECT receiver AS id, NULL::uuid AS guardian
        UNION ALL
        SELECT g.guardian_id, g.guardian_id
        FROM guardian AS g JOIN patient AS t ON t.clinic_id = g.clinic_id AND t.patient_id = g.guardian_id
        WHERE t.merged_into IS NULL AND item.position > known AND item.type = ANY (notifications_for_guardians()) AND g.clinic_id = NEW.clinic_id
            AND ((g.document -> 'dependants')::jsonb @> jsonb_build_array(receiver)
                OR (g.document -> 'dependants')::jsonb @> jsonb_build_array(NEW.person_id))
    ) AS person
    CROSS JOIN LATERAL (
        SELECT DISTINCT 'push' AS channel, d.user_device_id AS device_id
        FROM membership AS m JOIN user_device AS d ON d.account_id = m.account_id AND d.clinic_id = m.clinic_id
        WHERE m.clinic_id = NEW.clinic_id AND m.subject_id = person.id AND m.ended_at IS NULL
            AND NOT m.awaits_owner
        UNION ALL
        SELECT 'push', d.user_device_id FROM user_device AS d
        WHERE is_person AND d.account_id = person.id AND d.clinic_id = no_clinic
        UNION ALL
        SELECT 'mail', NULL WHERE person.guardian IS NULL OR NOT has_address(NEW.clinic_id, receiver)
    ) AS target
    LEFT JOIN notification_preference AS p ON p.clinic_id = NEW.clinic_id AND p.person_id = person.id
    WHERE item.position > known AND item.expires_at > clock_timestamp()
        AND item.at > clock_timestamp() - interval '1 day'
        AND (
            item.type IN (
                SELECT json_array_elements_text(
                    coalesce(p.document -> target.channel, standard_notifications(target.channel))))
            OR is_person AND target.channel = 'mail' AND item.type = 'check-in.missed' AND NOT EXISTS (
                SELECT FROM user_device AS d WHERE d.account_id = person.id AND d.clinic_id = no_clinic))
    ON CONFLICT DO NOTHING;
    RETURN NULL;
END
$$;
