-- Whoever is erased, patient or staff, has no login any more: what their account was in the clinic ends, with its sessions,
-- devices and PINs. An account that is nothing anywhere else is emptied; its id stays, since events say who did what.

CREATE FUNCTION forget_account(account uuid, at timestamptz) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM device_pin WHERE account_id = account;
    DELETE FROM user_device WHERE account_id = account;
    DELETE FROM second_factor WHERE account_id = account;
    DELETE FROM one_time_token AS t
    WHERE t.account_id = account OR t.email = (SELECT a.email FROM account AS a WHERE a.account_id = account);
    UPDATE device_report SET device_id = '' WHERE account_id = account;
    -- Devices are named by their owners.
    UPDATE session
    SET device_name = '', device_id = '', ended_at = coalesce(ended_at, at),
        end_reason = coalesce(end_reason, 'membership_ended')
    WHERE account_id = account;
    UPDATE account AS a
    SET email = 'erased-' || account || '@invalid', name = '(erased)', password_hash = NULL, email_verified_at = NULL,
        version = version + 1
    WHERE a.account_id = account;
END
$$;
REVOKE EXECUTE ON FUNCTION forget_account FROM PUBLIC;

-- Runs as the schema's owner: of what a server may only add, this forgets.
CREATE FUNCTION forget_accounts_of_person() RETURNS trigger LANGUAGE plpgsql
    SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    login record;
BEGIN
    FOR login IN
        UPDATE membership SET ended_at = coalesce(ended_at, NEW.destroyed_at)
        WHERE clinic_id = NEW.clinic_id AND subject_id = NEW.person_id
        RETURNING account_id, role
    LOOP
        UPDATE session SET ended_at = NEW.destroyed_at, end_reason = 'membership_ended'
        WHERE account_id = login.account_id AND clinic_id = NEW.clinic_id AND role = login.role AND ended_at IS NULL;
        IF NOT EXISTS (SELECT FROM membership WHERE account_id = login.account_id AND ended_at IS NULL) THEN
            PERFORM forget_account(login.account_id, NEW.destroyed_at);
        END IF;
    END LOOP;
    RETURN NULL;
END
$$;

-- The key to who somebody is and how they are reached.
CREATE TRIGGER forget_account AFTER INSERT OR UPDATE ON person_key
    FOR EACH ROW WHEN (NEW.retention = 1 AND NEW.destroyed_at IS NOT NULL)
    EXECUTE FUNCTION forget_accounts_of_person();
