-- Each person's latest notifications, the data for reminders of visits, and the clinics' settings for both.

CREATE TABLE notification_settings (
    clinic_id uuid NOT NULL,
    part text NOT NULL,
    document json NOT NULL,
    -- The largest number of minutes before a visit at which patients are reminded; 0 if they are not.
    longest_reminder bigint NOT NULL,
    PRIMARY KEY (clinic_id, part)
);

CREATE TABLE visit_reminder_plan (
    clinic_id uuid NOT NULL,
    appointment_id uuid NOT NULL,
    document json NOT NULL,
    patient_id uuid NOT NULL,
    starts_at timestamptz NOT NULL,
    -- Whether the visit is booked or confirmed.
    ahead boolean NOT NULL,
    -- When the visit got its present start.
    since timestamptz NOT NULL,
    -- How many minutes before the present start the last reminder was due.
    reminded bigint,
    PRIMARY KEY (clinic_id, appointment_id)
);
-- Servers look for due reminders in all clinics.
CREATE INDEX visit_reminder_plan_ahead ON visit_reminder_plan (clinic_id, starts_at) WHERE ahead;
CREATE INDEX visit_reminder_plan_patient ON visit_reminder_plan (clinic_id, patient_id);

CREATE TABLE notification_inbox (
    clinic_id uuid NOT NULL,
    -- The patient or the member of staff who gets the notifications.
    person_id uuid NOT NULL,
    document json NOT NULL,
    -- The position of the event that caused the last notification.
    last_position bigint NOT NULL,
    PRIMARY KEY (clinic_id, person_id)
);

GRANT SELECT, INSERT, UPDATE, DELETE ON notification_settings, visit_reminder_plan, notification_inbox TO chairside_server;
SELECT wall_off('notification_settings'), wall_off('visit_reminder_plan'), wall_off('notification_inbox');
