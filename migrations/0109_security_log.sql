-- A log of logins and access: sign-ins, failures and lock-outs, grants, changes of credentials, ended sessions, exports and
-- refused requests. Triggers write most of it in the transaction of the change, so no program and no operator can forget it.
CREATE TABLE security_event (
    clinic_id  uuid        NOT NULL,
    -- Sorts by time (version 7).
    event_id   uuid        NOT NULL,
    at         timestamptz NOT NULL,
    type       text        NOT NULL COLLATE "C",
    -- The account that the event is about, or that caused it; NULL for an operator.
    account_id uuid,
    -- The account that caused it, if that is another one.
    actor_id   uuid,
    -- Ids and constant names; never a person's name or text that somebody typed.
    detail     json        NOT NULL DEFAULT '{}',
    PRIMARY KEY (clinic_id, event_id)
);

CREATE TRIGGER never_changed BEFORE UPDATE OR TRUNCATE ON security_event
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER kept_for_its_time BEFORE DELETE ON security_event
    FOR EACH ROW EXECUTE FUNCTION refuse_early_removal('at', '6 years');
SELECT wall_off('security_event');
GRANT SELECT, INSERT, DELETE ON security_event TO chairside_server;

-- A version 7 UUID (RFC 9562 §5.7).
CREATE FUNCTION sortable_id(moment timestamptz) RETURNS uuid LANGUAGE sql VOLATILE
    RETURN (
        overlay(
            overlay(gen_random_uuid()::text PLACING '7' FROM 15)
            PLACING regexp_replace(lpad(to_hex(floor(extract(epoch FROM moment) * 1000)::bigint), 12, '0'), '^(.{8})', '\1-')
            FROM 1)
    )::uuid;

-- The account on whose behalf a transaction acts: the server names it in `app.actor`. NULL for an operator.
CREATE FUNCTION app_actor() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE
    RETURN NULLIF(current_setting('app.actor', true), '')::uuid;

CREATE FUNCTION note_security_event(in_clinic uuid, what text, whose uuid, more json) RETURNS void LANGUAGE sql VOLATILE
BEGIN ATOMIC
    INSERT INTO security_event (clinic_id, event_id, at, type, account_id, actor_id, detail)
    VALUES (in_clinic, sortable_id(clock_timestamp()), clock_timestamp(), what, whose, app_actor(), more);
END;

-- Accounts belong to no clinic, so an event is noted in each clinic in which the account has a role.
CREATE FUNCTION note_security_event_of_account(what text, whose uuid) RETURNS void LANGUAGE sql VOLATILE
BEGIN ATOMIC
    SELECT note_security_event(clinic_id, what, whose, '{}')
    FROM (SELECT DISTINCT clinic_id FROM membership WHERE account_id = whose AND ended_at IS NULL) AS its;
END;

CREATE FUNCTION note_session() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    -- A person's own session belongs to no clinic: its clinic is all zeros.
    IF NEW.clinic_id <> '00000000-0000-0000-0000-000000000000' THEN
        PERFORM note_security_event(
            NEW.clinic_id,
            CASE
                WHEN TG_OP = 'INSERT' THEN 'login'
                WHEN NEW.end_reason = 'logout' THEN 'logout'
                WHEN NEW.end_reason = 'revoked' THEN 'session-revoked'
                WHEN NEW.end_reason = 'pin_failures' THEN 'pin-exhausted'
                WHEN NEW.end_reason = 'refresh_reuse' THEN 'refresh-token-reused'
                ELSE 'session-ended'
            END,
            NEW.account_id,
            json_strip_nulls(json_build_object(
                'session_id', NEW.session_id, 'role', NEW.role, 'subject_id', NEW.subject_id, 'reason', NEW.end_reason)));
    END IF;
    RETURN NULL;
END
$$;
CREATE TRIGGER note_login AFTER INSERT ON session FOR EACH ROW EXECUTE FUNCTION note_session();
CREATE TRIGGER note_end AFTER UPDATE OF ended_at ON session
    FOR EACH ROW WHEN (OLD.ended_at IS NULL AND NEW.ended_at IS NOT NULL) EXECUTE FUNCTION note_session();

CREATE FUNCTION note_membership() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM note_security_event(
        NEW.clinic_id, CASE WHEN NEW.ended_at IS NULL THEN 'access-granted' ELSE 'access-withdrawn' END, NEW.account_id,
        json_build_object('role', NEW.role, 'subject_id', NEW.subject_id));
    RETURN NULL;
END
$$;
CREATE TRIGGER note_grant AFTER INSERT ON membership FOR EACH ROW EXECUTE FUNCTION note_membership();
CREATE TRIGGER note_change AFTER UPDATE OF ended_at, subject_id ON membership
    FOR EACH ROW
    WHEN ((OLD.ended_at IS NULL) <> (NEW.ended_at IS NULL) OR OLD.subject_id <> NEW.subject_id)
    EXECUTE FUNCTION note_membership();

CREATE FUNCTION note_credential() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM note_security_event_of_account(
        TG_ARGV[0], CASE WHEN TG_OP = 'DELETE' THEN OLD.account_id ELSE NEW.account_id END);
    RETURN NULL;
END
$$;
CREATE TRIGGER note_password AFTER UPDATE OF password_hash ON account
    FOR EACH ROW WHEN (OLD.password_hash IS DISTINCT FROM NEW.password_hash)
    EXECUTE FUNCTION note_credential('password-changed');
CREATE TRIGGER note_email AFTER UPDATE OF email ON account
    FOR EACH ROW WHEN (OLD.email <> NEW.email) EXECUTE FUNCTION note_credential('email-changed');
CREATE TRIGGER note_pin AFTER INSERT ON device_pin FOR EACH ROW EXECUTE FUNCTION note_credential('pin-set');
CREATE TRIGGER note_pin_change AFTER UPDATE OF pin_hash ON device_pin
    FOR EACH ROW WHEN (OLD.pin_hash <> NEW.pin_hash) EXECUTE FUNCTION note_credential('pin-changed');
CREATE TRIGGER note_factor AFTER UPDATE OF confirmed_at ON second_factor
    FOR EACH ROW WHEN (OLD.confirmed_at IS NULL AND NEW.confirmed_at IS NOT NULL)
    EXECUTE FUNCTION note_credential('second-factor-set');
CREATE TRIGGER note_factor_end AFTER DELETE ON second_factor
    FOR EACH ROW WHEN (OLD.confirmed_at IS NOT NULL) EXECUTE FUNCTION note_credential('second-factor-removed');

-- The position of a clinic's last event that was recorded by a moment, found by halving: positions are dense, and events
-- stand in the order in which their commands came but for seconds.
CREATE FUNCTION position_at(in_clinic uuid, moment timestamptz) RETURNS bigint LANGUAGE plpgsql STABLE AS $$
DECLARE
    low bigint := 0;
    high bigint := (SELECT last_position FROM clinic_feed WHERE clinic_id = in_clinic);
    middle bigint;
BEGIN
    WHILE low < high LOOP
        middle := (low + high + 1) / 2;
        IF (SELECT recorded_at FROM event WHERE clinic_id = in_clinic AND position = middle) <= moment THEN
            low := middle;
        ELSE
            high := middle - 1;
        END IF;
    END LOOP;
    RETURN low;
END
$$;
