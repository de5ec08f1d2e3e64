-- outside a transaction: index check_in_plan_reminder
-- An index of the plans with a reminder. Servers look for due reminders in all clinics.
CREATE INDEX CONCURRENTLY check_in_plan_reminder ON check_in_plan (remind_at) WHERE remind_at IS NOT NULL;
