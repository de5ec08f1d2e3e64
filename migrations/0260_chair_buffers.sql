-- A chair can be taken for some minutes before and after an appointment, at most two hours each, so that it is prepared and cleaned.
-- Both are null if it is taken during the appointment only. Servers of the version before do not write the columns.
ALTER TABLE appointment ADD COLUMN buffer_before bigint, ADD COLUMN buffer_after bigint;

-- As before, with the buffers: doctor and patient are taken from `starts_at` to `ends_at`, and the chair from `chair_from` to
-- `chair_until`. Of the appointments without buffers it is enough to look at the last one that starts before the chair's time ends.
-- Those with buffers have an index of their own, which is empty in most clinics.
CREATE OR REPLACE FUNCTION refuse_double_booking() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    taken text;
BEGIN
    PERFORM FROM clinic_feed WHERE clinic_id IN (SELECT clinic_id FROM written) ORDER BY clinic_id FOR UPDATE;
    SELECT conflict.what INTO taken
    FROM (
        SELECT n.*, n.starts_at - coalesce(n.buffer_before, 0) * interval '1 minute' AS chair_from,
            n.ends_at + coalesce(n.buffer_after, 0) * interval '1 minute' AS chair_until
        FROM written AS n
    ) AS w
    CROSS JOIN LATERAL (
        (SELECT 'doctor' AS what, a.ends_at > w.starts_at AS overlaps FROM appointment AS a
         WHERE w.allowed_overlaps IS NULL AND a.clinic_id = w.clinic_id AND a.doctor_id = w.doctor_id
            AND a.starts_at < w.ends_at AND a.holds_time AND a.allowed_overlaps IS NULL
            AND a.appointment_id <> w.appointment_id
         ORDER BY a.starts_at DESC LIMIT 1)
        UNION ALL
        (SELECT 'chair', a.ends_at > w.chair_from FROM appointment AS a
         WHERE w.allowed_overlaps IS NULL AND a.clinic_id = w.clinic_id AND a.chair_id = w.chair_id
            AND a.starts_at < w.chair_until AND a.starts_at > w.chair_from - interval '2 days' AND a.holds_time
            AND a.allowed_overlaps IS NULL AND a.buffer_after IS NULL AND a.appointment_id <> w.appointment_id
         ORDER BY a.starts_at DESC LIMIT 1)
        UNION ALL
        (SELECT 'chair', true FROM appointment AS a
         WHERE w.allowed_overlaps IS NULL AND a.clinic_id = w.clinic_id AND a.chair_id = w.chair_id
            AND a.starts_at < w.chair_until + interval '2 hours' AND a.starts_at > w.chair_from - interval '2 days'
            AND a.holds_time AND a.allowed_overlaps IS NULL AND a.buffer_after IS NOT NULL
            AND a.appointment_id <> w.appointment_id
            AND a.starts_at - a.buffer_before * interval '1 minute' < w.chair_until
            AND a.ends_at + a.buffer_after * interval '1 minute' > w.chair_from
         LIMIT 1)
        UNION ALL
        (SELECT 'patient', a.ends_at > w.starts_at FROM appointment AS a
         WHERE a.clinic_id = w.clinic_id AND a.patient_id = w.patient_id AND a.starts_at < w.ends_at AND a.holds_time
            AND a.appointment_id <> w.appointment_id
         ORDER BY a.starts_at DESC LIMIT 1)
        UNION ALL
        (SELECT CASE WHEN a.doctor_id = w.doctor_id AND a.starts_at < w.ends_at AND a.ends_at > w.starts_at THEN 'doctor'
            ELSE 'chair' END, true
         FROM appointment AS a
         WHERE a.clinic_id = w.clinic_id AND a.holds_time AND a.allowed_overlaps IS NOT NULL
            AND a.starts_at < w.chair_until + interval '2 hours' AND a.starts_at > w.chair_from - interval '2 days'
            AND ((a.doctor_id = w.doctor_id AND a.starts_at < w.ends_at AND a.ends_at > w.starts_at)
                OR (a.chair_id = w.chair_id
                    AND a.starts_at - coalesce(a.buffer_before, 0) * interval '1 minute' < w.chair_until
                    AND a.ends_at + coalesce(a.buffer_after, 0) * interval '1 minute' > w.chair_from))
            AND a.appointment_id <> w.appointment_id
            AND strpos(a.allowed_overlaps, w.appointment_id::text) = 0
            AND strpos(coalesce(w.allowed_overlaps, ''), a.appointment_id::text) = 0
         LIMIT 1)
        UNION ALL
        (SELECT CASE WHEN a.doctor_id = w.doctor_id AND a.starts_at < w.ends_at AND a.ends_at > w.starts_at THEN 'doctor'
            ELSE 'chair' END, true
         FROM appointment AS a
         WHERE w.allowed_overlaps IS NOT NULL AND a.clinic_id = w.clinic_id AND a.holds_time AND a.allowed_overlaps IS NULL
            AND a.starts_at < w.chair_until + interval '2 hours' AND a.starts_at > w.chair_from - interval '2 days'
            AND ((a.doctor_id = w.doctor_id AND a.starts_at < w.ends_at AND a.ends_at > w.starts_at)
                OR (a.chair_id = w.chair_id
                    AND a.starts_at - coalesce(a.buffer_before, 0) * interval '1 minute' < w.chair_until
                    AND a.ends_at + coalesce(a.buffer_after, 0) * interval '1 minute' > w.chair_from))
            AND a.appointment_id <> w.appointment_id
            AND strpos(w.allowed_overlaps, a.appointment_id::text) = 0
         LIMIT 1)
    ) AS conflict
    WHERE w.holds_time AND conflict.overlaps
    LIMIT 1;
    IF taken IS NOT NULL THEN
        RAISE EXCEPTION 'double booking of a %', taken
            USING ERRCODE = 'exclusion_violation', CONSTRAINT = 'one_appointment_per_' || taken, TABLE = 'appointment';
    END IF;
    RETURN NULL;
END
$$;
