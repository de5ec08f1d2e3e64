-- An account may be used without any clinic: such a session has the role `person`, the account for its subject, and for its
-- clinic an id that no clinic has. And a session may take the place of another, for another clinic or role.
ALTER TABLE session DROP CONSTRAINT session_role_check, ADD CONSTRAINT session_role_check CHECK (
    role IN ('patient', 'doctor', 'admin', 'receptionist', 'person')) NOT VALID;
ALTER TABLE session ADD COLUMN switched_from uuid;
