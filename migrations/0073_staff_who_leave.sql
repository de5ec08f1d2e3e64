-- Whoever leaves the clinic, or changes their role there, comes in no more as what they were: in the transaction that says so.
-- (The session's own trigger tells all servers.)

CREATE FUNCTION staff_member_has_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE membership SET ended_at = now()
    WHERE clinic_id = NEW.clinic_id AND subject_id = NEW.staff_id AND role <> 'patient' AND ended_at IS NULL
        AND NOT (NEW.active AND role = NEW.role);
    UPDATE session SET ended_at = now(), end_reason = 'membership_ended'
    WHERE ended_at IS NULL AND clinic_id = NEW.clinic_id AND subject_id = NEW.staff_id AND role <> 'patient'
        AND NOT (NEW.active AND role = NEW.role)
        AND account_id IN (SELECT account_id FROM membership WHERE clinic_id = NEW.clinic_id AND subject_id = NEW.staff_id);
    RETURN NULL;
END
$$;

CREATE TRIGGER end_access AFTER UPDATE OF active, role ON staff_member
    FOR EACH ROW
    WHEN (OLD.active AND NOT NEW.active OR OLD.role <> NEW.role)
    EXECUTE FUNCTION staff_member_has_changed();

-- Those who have left already.
UPDATE membership SET ended_at = now()
FROM staff_member AS staff
WHERE membership.clinic_id = staff.clinic_id AND membership.subject_id = staff.staff_id AND membership.role <> 'patient'
    AND membership.ended_at IS NULL AND NOT (staff.active AND membership.role = staff.role);
UPDATE session SET ended_at = now(), end_reason = 'membership_ended'
FROM membership
WHERE session.ended_at IS NULL AND membership.ended_at IS NOT NULL
    AND (session.clinic_id, session.account_id, session.role)
        = (membership.clinic_id, membership.account_id, membership.role);
