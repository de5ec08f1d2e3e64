-- A person may book over a busy doctor or a busy chair, with a reason. Such an appointment names in `allowed_overlaps` the appointments
-- that it was allowed to overlap, separated by blanks. Every other overlap is refused as before, and nobody is booked twice at
-- a time as a patient. Servers of the version before do not write the column.
ALTER TABLE appointment ADD COLUMN allowed_overlaps text COLLATE "C";

-- Appointments that name none do not overlap each other. So for a new one of them it is enough to look at the last one that
-- starts before it ends. Those that name others are few, and are looked at one by one. No appointment takes longer than a day.
CREATE OR REPLACE FUNCTION refuse_double_booking() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    taken text;
BEGIN
    PERFORM FROM clinic_feed WHERE clinic_id IN (SELECT clinic_id FROM written) ORDER BY clinic_id FOR UPDATE;
    SELECT conflict.what INTO taken
    FROM written AS w
    CROSS JOIN LATERAL (
        (SELECT 'doctor' AS what, a.ends_at FROM appointment AS a
         WHERE w.allowed_overlaps IS NULL AND a.clinic_id = w.clinic_id AND a.doctor_id = w.doctor_id
            AND a.starts_at < w.ends_at AND a.holds_time AND a.allowed_overlaps IS NULL
            AND a.appointment_id <> w.appointment_id
         ORDER BY a.starts_at DESC LIMIT 1)
        UNION ALL
        (SELECT 'chair', a.ends_at FROM appointment AS a
         WHERE w.allowed_overlaps IS NULL AND a.clinic_id = w.clinic_id AND a.chair_id = w.chair_id
            AND a.starts_at < w.ends_at AND a.holds_time AND a.allowed_overlaps IS NULL
            AND a.appointment_id <> w.appointment_id
         ORDER BY a.starts_at DESC LIMIT 1)
        UNION ALL
        (SELECT 'patient', a.ends_at FROM appointment AS a
         WHERE a.clinic_id = w.clinic_id AND a.patient_id = w.patient_id AND a.starts_at < w.ends_at AND a.holds_time
            AND a.appointment_id <> w.appointment_id
         ORDER BY a.starts_at DESC LIMIT 1)
        UNION ALL
        (SELECT CASE WHEN a.doctor_id = w.doctor_id THEN 'doctor' ELSE 'chair' END, a.ends_at
         FROM appointment AS a
         WHERE a.clinic_id = w.clinic_id AND a.holds_time AND a.allowed_overlaps IS NOT NULL
            AND a.starts_at < w.ends_at AND a.starts_at > w.starts_at - interval '1 day' AND a.ends_at > w.starts_at
            AND (a.doctor_id = w.doctor_id OR a.chair_id = w.chair_id) AND a.appointment_id <> w.appointment_id
            AND strpos(a.allowed_overlaps, w.appointment_id::text) = 0
            AND strpos(coalesce(w.allowed_overlaps, ''), a.appointment_id::text) = 0
         LIMIT 1)
        UNION ALL
        (SELECT CASE WHEN a.doctor_id = w.doctor_id THEN 'doctor' ELSE 'chair' END, a.ends_at
         FROM appointment AS a
         WHERE w.allowed_overlaps IS NOT NULL AND a.clinic_id = w.clinic_id AND a.holds_time AND a.allowed_overlaps IS NULL
            AND a.starts_at < w.ends_at AND a.starts_at > w.starts_at - interval '1 day' AND a.ends_at > w.starts_at
            AND (a.doctor_id = w.doctor_id OR a.chair_id = w.chair_id) AND a.appointment_id <> w.appointment_id
            AND strpos(w.allowed_overlaps, a.appointment_id::text) = 0
         LIMIT 1)
    ) AS conflict
    WHERE w.holds_time AND conflict.ends_at > w.starts_at
    LIMIT 1;
    IF taken IS NOT NULL THEN
        RAISE EXCEPTION 'double booking of a %', taken
            USING ERRCODE = 'exclusion_violation', CONSTRAINT = 'one_appointment_per_' || taken, TABLE = 'appointment';
    END IF;
    RETURN NULL;
END
$$;
