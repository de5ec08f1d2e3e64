-- Members of staff have one role or several: the dentist who owns the practice is doctor and admin.

-- The roles in a document; a document of an older release has `role` alone.
CREATE FUNCTION staff_roles(document json) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE WHEN document -> 'roles' IS NULL THEN ARRAY[document ->> 'role']
        ELSE ARRAY(SELECT json_array_elements_text(document -> 'roles')) END;

-- Computed, so that a server of an older release, which does not know the column, fills it too.
ALTER TABLE staff_member ADD COLUMN roles text[] NOT NULL GENERATED ALWAYS AS (staff_roles(document)) STORED;

-- Documents are text that the projection writes: `roles` goes in where it writes it from now on. A quotation mark in a
-- value has a backslash before it, so what is looked for is the member.
UPDATE staff_member
SET document = regexp_replace(document::text, '"role":"([a-z]+)"', '"role":"\1","roles":["\1"]')::json,
    colleague_document = regexp_replace(colleague_document::text, '"role":"([a-z]+)"', '"role":"\1","roles":["\1"]')::json
WHERE document -> 'roles' IS NULL;

-- A login follows the roles, in the transaction that changes them: it can be used for a role that is added, and not any more
-- for one that is taken away.
CREATE OR REPLACE FUNCTION staff_member_has_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.active THEN
        INSERT INTO membership (clinic_id, account_id, role, subject_id, created_at, awaits_owner)
        SELECT DISTINCT ON (added) clinic_id, account_id, added, subject_id, now(), awaits_owner
        FROM membership CROSS JOIN unnest(NEW.roles) AS added
        WHERE clinic_id = NEW.clinic_id AND subject_id = NEW.staff_id AND role <> 'patient' AND ended_at IS NULL
            AND NOT EXISTS (
                SELECT FROM membership AS other
                WHERE other.clinic_id = NEW.clinic_id AND other.subject_id = NEW.staff_id AND other.role = added
                    AND other.ended_at IS NULL)
        ORDER BY added, created_at
        ON CONFLICT (clinic_id, account_id, role)
        DO UPDATE SET subject_id = excluded.subject_id, created_at = excluded.created_at, ended_at = NULL,
            awaits_owner = excluded.awaits_owner
        WHERE membership.ended_at IS NOT NULL;
    END IF;
    UPDATE membership SET ended_at = now()
    WHERE clinic_id = NEW.clinic_id AND subject_id = NEW.staff_id AND role <> 'patient' AND ended_at IS NULL
        AND NOT (NEW.active AND role = ANY (NEW.roles));
    UPDATE session SET ended_at = now(), end_reason = 'membership_ended'
    WHERE ended_at IS NULL AND clinic_id = NEW.clinic_id AND subject_id = NEW.staff_id AND role <> 'patient'
        AND NOT (NEW.active AND role = ANY (NEW.roles))
        AND account_id IN (SELECT account_id FROM membership WHERE clinic_id = NEW.clinic_id AND subject_id = NEW.staff_id);
    RETURN NULL;
END
$$;

DROP TRIGGER end_access ON staff_member;
CREATE TRIGGER access_follows_roles AFTER UPDATE ON staff_member
    FOR EACH ROW
    WHEN (OLD.active AND NOT NEW.active OR OLD.roles <> NEW.roles)
    EXECUTE FUNCTION staff_member_has_changed();

-- As before, and: another role of the same member of staff is opened by whatever opens the ones that they have.
CREATE OR REPLACE FUNCTION give_membership(
    holder uuid, in_clinic uuid, as_role text, stands_for uuid, given_hash text, at timestamptz
) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
    known account;
    place membership;
    colleague membership;
    is_owners boolean;
    belongs boolean;
    awaits boolean;
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
    SELECT * INTO colleague FROM membership
    WHERE clinic_id = in_clinic AND account_id = holder AND subject_id = stands_for AND role <> 'patient'
        AND as_role <> 'patient' AND ended_at IS NULL
    LIMIT 1;
    IF FOUND THEN
        awaits := colleague.awaits_owner AND NOT is_owners;
    ELSE
        belongs := EXISTS (SELECT FROM membership WHERE account_id = holder AND ended_at IS NULL);
        IF NOT belongs AND NOT (is_owners AND known.password_hash IS NOT NULL) THEN
            UPDATE account SET password_hash = given_hash, password_source = 'clinic' WHERE account_id = holder;
            UPDATE session SET ended_at = at, end_reason = 'password_changed' WHERE account_id = holder AND ended_at IS NULL;
            UPDATE one_time_token SET used_at = at
            WHERE account_id = holder AND purpose IN ('password', 'invitation', 'handed') AND used_at IS NULL;
            DELETE FROM device_pin WHERE account_id = holder;
            DELETE FROM second_factor WHERE account_id = holder;
        END IF;
        awaits := belongs AND NOT is_owners;
    END IF;
    INSERT INTO membership (clinic_id, account_id, role, subject_id, created_at, awaits_owner)
    VALUES (in_clinic, holder, as_role, stands_for, at, awaits)
    ON CONFLICT (clinic_id, account_id, role)
    DO UPDATE SET subject_id = excluded.subject_id, created_at = excluded.created_at, ended_at = NULL,
        awaits_owner = excluded.awaits_owner;
    RETURN true;
END
$$;
