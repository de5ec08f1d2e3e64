-- A person gets a bounded number of mails a day. Many events with one cause, such as a time that is booked and cancelled again and
-- again, must not become as many mails. The notifications themselves stay in the inbox.

-- The most mails of one kind that a person gets in 24 hours.
CREATE FUNCTION most_mails(type text) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE type WHEN 'waitlist.offer' THEN 3 ELSE 10 END;

-- Refuses a mail above the limit, while the row is added. Rows that are added by one statement are counted too, since each row is
-- checked when those before it are there. The mail to the contact of a plan of check-ins has a limit of its own.
CREATE FUNCTION bound_mails() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (SELECT count(*) FROM notification_outbox AS o
        WHERE o.clinic_id = NEW.clinic_id AND o.person_id = NEW.person_id AND o.channel = 'mail' AND NOT o.to_contact
            AND o.type = NEW.type AND o.created_at > NEW.created_at - interval '1 day') >= most_mails(NEW.type)
        OR (SELECT count(*) FROM notification_outbox AS o
            WHERE o.clinic_id = NEW.clinic_id AND o.person_id = NEW.person_id AND o.channel = 'mail' AND NOT o.to_contact
                AND o.created_at > NEW.created_at - interval '1 day') >= 20
    THEN
        RETURN NULL;
    END IF;
    RETURN NEW;
END
$$;
CREATE TRIGGER bound_mails BEFORE INSERT ON notification_outbox
    FOR EACH ROW WHEN (NEW.channel = 'mail' AND NOT NEW.to_contact) EXECUTE FUNCTION bound_mails();
