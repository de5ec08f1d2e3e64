-- When a patient is to be reminded of the next check-in. A server of the previous release leaves it empty.
ALTER TABLE check_in_plan ADD COLUMN remind_at timestamptz;
