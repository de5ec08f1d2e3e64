-- Recovery check-ins: plans, check-ins, and check-ins that were missed.

CREATE TABLE check_in_plan (
    clinic_id uuid NOT NULL,
    patient_id uuid NOT NULL,
    document json NOT NULL,
    -- When the plan's next step is due: a check-in is missed, the contact is told, or the plan ends.
    next_step_at timestamptz,
    PRIMARY KEY (clinic_id, patient_id)
);
-- Servers look for due steps in all clinics.
CREATE INDEX check_in_plan_step ON check_in_plan (next_step_at) WHERE next_step_at IS NOT NULL;

CREATE TABLE check_in (
    clinic_id uuid NOT NULL,
    -- Sorts by time (version 7).
    check_in_id uuid NOT NULL,
    document json NOT NULL,
    patient_id uuid NOT NULL,
    PRIMARY KEY (clinic_id, check_in_id)
);
CREATE INDEX check_in_patient ON check_in (clinic_id, patient_id, check_in_id);

CREATE TABLE missed_check_in (
    clinic_id uuid NOT NULL,
    missed_check_in_id uuid NOT NULL,
    document json NOT NULL,
    patient_id uuid NOT NULL,
    doctor_id uuid,
    due_at timestamptz NOT NULL,
    seen boolean NOT NULL,
    PRIMARY KEY (clinic_id, missed_check_in_id)
);
CREATE INDEX missed_check_in_patient ON missed_check_in (clinic_id, patient_id, due_at);
CREATE INDEX missed_check_in_list ON missed_check_in (clinic_id, seen, due_at, missed_check_in_id) WHERE doctor_id IS NOT NULL;

GRANT SELECT, INSERT, UPDATE, DELETE ON check_in_plan, check_in, missed_check_in TO chairside_server;
SELECT wall_off('check_in_plan'), wall_off('check_in'), wall_off('missed_check_in');
