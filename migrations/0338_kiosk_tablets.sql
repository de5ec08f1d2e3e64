-- A kiosk is a paired tablet at which patients check themselves in. Staff cannot sign in on it by PIN.
ALTER TABLE tablet ADD COLUMN scope text NOT NULL DEFAULT 'staff' CHECK (scope IN ('staff', 'kiosk'));
