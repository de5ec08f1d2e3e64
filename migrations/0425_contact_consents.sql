-- Whether the contacts of plans of check-ins agree to get mails. A contact with an e-mail address is asked first, by a mail of
-- fixed text; nothing else is mailed before the contact agrees.

CREATE TABLE contact_consent (
    clinic_id   uuid        NOT NULL,
    person_id   uuid        NOT NULL,
    -- SHA-256 of the address in lower case. The address itself is in the plan of check-ins alone.
    address     bytea       NOT NULL CHECK (octet_length(address) = 32),
    -- `waiting`: the contact is to be asked. `asked`: the contact has not answered.
    state       text        NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'asked', 'accepted', 'refused')),
    created_at  timestamptz NOT NULL DEFAULT now(),
    asked_at    timestamptz,
    -- How often the contact was asked.
    questions   integer     NOT NULL DEFAULT 0,
    answered_at timestamptz,
    -- The one-time token in the mail, with which the contact answers.
    token_id    uuid UNIQUE,
    PRIMARY KEY (clinic_id, person_id, address)
);
CREATE INDEX contact_consent_waiting ON contact_consent (created_at) WHERE state = 'waiting';
CREATE INDEX contact_consent_address ON contact_consent (address, asked_at);

-- Addresses whose readers want to be nobody's contact. They are kept for good, so that nobody asks again.
CREATE TABLE contact_refusal (
    address    bytea       PRIMARY KEY CHECK (octet_length(address) = 32),
    refused_at timestamptz NOT NULL
);

GRANT SELECT, INSERT, UPDATE, DELETE ON contact_consent, contact_refusal TO chairside_server;

CREATE FUNCTION address_digest(email text) RETURNS bytea LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN sha256(convert_to(lower(email), 'UTF8'));

-- Notes the contact of a plan, who is to be asked. A contact who has not answered for 30 days may be asked again when the plan names
-- them again. The address of a former contact is in a token, which is deleted; if the plan names them again, they are asked again.
CREATE FUNCTION note_contact() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' AND OLD.document #>> '{contact,email}' IS NOT NULL THEN
        DELETE FROM one_time_token AS t USING contact_consent AS k
        WHERE k.clinic_id = OLD.clinic_id AND k.person_id = OLD.patient_id
            AND k.address = address_digest(OLD.document #>> '{contact,email}') AND t.token_id = k.token_id;
        UPDATE contact_consent SET state = 'waiting', token_id = NULL
        WHERE clinic_id = OLD.clinic_id AND person_id = OLD.patient_id
            AND address = address_digest(OLD.document #>> '{contact,email}') AND state IN ('asked', 'accepted');
    END IF;
    IF NEW.document #>> '{contact,email}' IS NULL THEN
        RETURN NULL;
    END IF;
    INSERT INTO contact_consent (clinic_id, person_id, address)
    VALUES (NEW.clinic_id, NEW.patient_id, address_digest(NEW.document #>> '{contact,email}'))
    ON CONFLICT (clinic_id, person_id, address)
    DO UPDATE SET state = 'waiting'
    WHERE contact_consent.state = 'asked' AND contact_consent.asked_at < now() - interval '30 days';
    RETURN NULL;
END
$$;
CREATE TRIGGER note_contact AFTER INSERT ON check_in_plan
    FOR EACH ROW WHEN (NEW.document #>> '{contact,email}' IS NOT NULL) EXECUTE FUNCTION note_contact();
-- A check-in changes the plan too, so only another contact is noted.
CREATE TRIGGER note_other_contact AFTER UPDATE ON check_in_plan
    FOR EACH ROW
    WHEN (NEW.document #>> '{contact,email}' IS DISTINCT FROM OLD.document #>> '{contact,email}')
    EXECUTE FUNCTION note_contact();

INSERT INTO contact_consent (clinic_id, person_id, address)
SELECT clinic_id, patient_id, address_digest(document #>> '{contact,email}') FROM check_in_plan
WHERE document #>> '{contact,email}' IS NOT NULL
ON CONFLICT DO NOTHING;

-- As before, but only to contacts who have agreed. So a server of the release before sends no other mail either.
CREATE OR REPLACE FUNCTION queue_contact_mail() RETURNS trigger LANGUAGE plpgsql AS $$
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
        AND EXISTS (
            SELECT FROM contact_consent AS k JOIN check_in_plan AS p ON p.clinic_id = k.clinic_id AND p.patient_id = k.person_id
            WHERE k.clinic_id = NEW.clinic_id AND k.person_id = NEW.patient_id AND k.state = 'accepted'
                AND k.address = address_digest(p.document #>> '{contact,email}'))
    ON CONFLICT DO NOTHING;
    RETURN NULL;
END
$$;

-- The contacts of an erased person are forgotten. A refusal for everybody stays in contact_refusal.
CREATE FUNCTION forget_contacts() RETURNS trigger LANGUAGE plpgsql
    SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    DELETE FROM one_time_token AS t USING contact_consent AS k
    WHERE k.clinic_id = NEW.clinic_id AND k.person_id = NEW.person_id AND t.token_id = k.token_id;
    DELETE FROM contact_consent WHERE clinic_id = NEW.clinic_id AND person_id = NEW.person_id;
    RETURN NULL;
END
$$;
REVOKE EXECUTE ON FUNCTION forget_contacts FROM PUBLIC;
CREATE TRIGGER forget_contacts AFTER INSERT OR UPDATE ON person_key
    FOR EACH ROW WHEN (NEW.retention = 1 AND NEW.destroyed_at IS NOT NULL)
    EXECUTE FUNCTION forget_contacts();

ALTER TABLE one_time_token DROP CONSTRAINT one_time_token_purpose_check, ADD CONSTRAINT one_time_token_purpose_check CHECK (
    purpose IN ('verification', 'password', 'invitation', 'handed', 'registration', 'notice', 'booking', 'contact'));
ALTER TABLE mail_outbox DROP CONSTRAINT mail_outbox_kind_check, ADD CONSTRAINT mail_outbox_kind_check CHECK (
    kind IN ('verification', 'password', 'invitation', 'registration', 'known_already', 'notice', 'booking',
        'booking_known', 'nothing', 'contact'));
