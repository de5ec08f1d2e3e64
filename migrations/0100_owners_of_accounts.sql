-- Whose password an account has. All clinics share the accounts, so what one of them has prepared for an address must not
-- open anything in another: a new place waits until the mailbox's owner has chosen the password.

ALTER TABLE account ADD COLUMN password_source text NOT NULL DEFAULT 'clinic'
    -- A clinic, or the operator, has given it or handed over the means to choose it; somebody registered with it, and the
    -- address's owner confirmed that; whoever reads the address's mail has chosen it.
    CHECK (password_source IN ('clinic', 'registration', 'mail'));
-- What was proved until now proves no more than this.
UPDATE account SET password_source = 'registration' WHERE email_verified_at IS NOT NULL;

ALTER TABLE membership
    -- Opens nothing until the owner of the address has chosen a password.
    ADD COLUMN awaits_owner boolean NOT NULL DEFAULT false;

ALTER TABLE one_time_token DROP CONSTRAINT one_time_token_purpose_check, ADD CONSTRAINT one_time_token_purpose_check CHECK (
    purpose IN ('verification', 'password', 'invitation', 'handed', 'registration'));

-- Whether the account's password cannot be that of somebody who only prepared the account. Where there is none, nobody may
-- have been handed the means to choose one.
CREATE FUNCTION password_is_owners(known account, for_role text, at timestamptz) RETURNS boolean LANGUAGE sql STABLE
    RETURN known.password_source = 'mail' AND known.password_hash IS NOT NULL
        OR known.password_source = 'registration' AND known.password_hash IS NOT NULL AND for_role = 'patient'
        OR known.password_hash IS NULL AND NOT EXISTS (
            SELECT FROM one_time_token AS t
            WHERE t.account_id = known.account_id AND t.purpose = 'handed' AND t.used_at IS NULL AND t.expires_at > at);

-- Gives an account a place in a clinic, where it has not got it. An account that is nothing anywhere gets the password that
-- is given with the place, unless its own is its owner's; one that is something elsewhere keeps its password, and where
-- that may not be its owner's, the place waits. False where the account is somebody else in this role.
--
-- Whoever calls this holds the account's lock.
CREATE FUNCTION give_membership(
    holder uuid, in_clinic uuid, as_role text, stands_for uuid, given_hash text, at timestamptz
) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
    known account;
    place membership;
    is_owners boolean;
    belongs boolean;
BEGIN
    SELECT * INTO known FROM account WHERE account_id = holder;
    is_owners := password_is_owners(known, as_role, at);
    SELECT * INTO place FROM membership
    WHERE clinic_id = in_clinic AND account_id = holder AND role = as_role AND ended_at IS NULL;
    IF FOUND THEN
        IF place.subject_id = stands_for AND place.awaits_owner AND is_owners THEN
            UPDATE membership SET awaits_owner = false
            WHERE clinic_id = in_clinic AND account_id = holder AND role = as_role;
        END IF;
        RETURN place.subject_id = stands_for;
    END IF;
    belongs := EXISTS (SELECT FROM membership WHERE account_id = holder AND ended_at IS NULL);
    IF NOT belongs AND NOT (is_owners AND known.password_hash IS NOT NULL) THEN
        UPDATE account SET password_hash = given_hash, password_source = 'clinic' WHERE account_id = holder;
        UPDATE session SET ended_at = at, end_reason = 'password_changed' WHERE account_id = holder AND ended_at IS NULL;
        UPDATE one_time_token SET used_at = at
        WHERE account_id = holder AND purpose IN ('password', 'invitation', 'handed') AND used_at IS NULL;
        DELETE FROM device_pin WHERE account_id = holder;
        DELETE FROM second_factor WHERE account_id = holder;
    END IF;
    INSERT INTO membership (clinic_id, account_id, role, subject_id, created_at, awaits_owner)
    VALUES (in_clinic, holder, as_role, stands_for, at, belongs AND NOT is_owners)
    ON CONFLICT (clinic_id, account_id, role)
    DO UPDATE SET subject_id = excluded.subject_id, created_at = excluded.created_at, ended_at = NULL,
        awaits_owner = excluded.awaits_owner;
    RETURN true;
END
$$;

-- Sessions that have been over for long are let go of, with what hangs on them.
GRANT DELETE ON session TO chairside_server;
CREATE INDEX device_report_session ON device_report (session_id, reported_at);
