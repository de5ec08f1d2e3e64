-- Several patients can be booked for one group visit: with the same doctor, in the same chair, for the same service and with the same
-- start. `group_capacity` is the service's capacity when the patient was booked. `group_service_id` and `group_capacity` are null if the
-- appointment is for one patient. Servers of the release before do not write these columns.
ALTER TABLE appointment ADD COLUMN group_service_id uuid, ADD COLUMN group_capacity bigint;

-- The guard against double bookings, extended by group visits. Appointments of one group visit do not conflict with each other. A group
-- visit may not have more appointments than the largest of their capacities; appointments that an override added do not count. Appointments
-- of group visits have their own index, because several of them have the same start and different ends. The index is empty in most clinics.
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
         WHERE w.allowed_overlaps IS NULL AND w.hygienist_id IS NULL AND a.clinic_id = w.clinic_id
            AND a.doctor_id = w.doctor_id AND a.starts_at < w.ends_at AND a.holds_time AND a.allowed_overlaps IS NULL
            AND a.hygienist_id IS NULL AND a.group_service_id IS NULL AND a.appointment_id <> w.appointment_id
         ORDER BY a.starts_at DESC LIMIT 1)
        UNION ALL
        (SELECT 'chair', a.ends_at > w.chair_from FROM appointment AS a
         WHERE w.allowed_overlaps IS NULL AND a.clinic_id = w.clinic_id AND a.chair_id = w.chair_id
            AND a.starts_at < w.chair_until AND a.starts_at > w.chair_from - interval '2 days' AND a.holds_time
            AND a.allowed_overlaps IS NULL AND a.buffer_after IS NULL AND a.group_service_id IS NULL
            AND a.appointment_id <> w.appointment_id
         ORDER BY a.starts_at DESC LIMIT 1)
        UNION ALL
        (SELECT 'chair', true FROM appointment AS a
         WHERE w.allowed_overlaps IS NULL AND a.clinic_id = w.clinic_id AND a.chair_id = w.chair_id
            AND a.starts_at < w.chair_until + interval '2 hours' AND a.starts_at > w.chair_from - interval '2 days'
            AND a.holds_time AND a.allowed_overlaps IS NULL AND a.buffer_after IS NOT NULL AND a.group_service_id IS NULL
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
        (SELECT CASE WHEN a.doctor_id = w.doctor_id AND a.starts_at < w.ends_at AND a.ends_at > w.starts_at
                AND a.hygienist_id IS NULL AND w.hygienist_id IS NULL THEN 'doctor' ELSE 'chair' END, true
         FROM appointment AS a
         WHERE a.clinic_id = w.clinic_id AND a.holds_time AND a.allowed_overlaps IS NOT NULL
            AND a.starts_at < w.chair_until + interval '2 hours' AND a.starts_at > w.chair_from - interval '2 days'
            AND ((a.doctor_id = w.doctor_id AND a.starts_at < w.ends_at AND a.ends_at > w.starts_at
                    AND a.hygienist_id IS NULL AND w.hygienist_id IS NULL)
                OR (a.chair_id = w.chair_id
                    AND a.starts_at - coalesce(a.buffer_before, 0) * interval '1 minute' < w.chair_until
                    AND a.ends_at + coalesce(a.buffer_after, 0) * interval '1 minute' > w.chair_from))
            AND a.appointment_id <> w.appointment_id
            AND (a.group_service_id = w.group_service_id AND a.doctor_id = w.doctor_id AND a.chair_id = w.chair_id
                AND a.starts_at = w.starts_at) IS NOT TRUE
            AND strpos(a.allowed_overlaps, w.appointment_id::text) = 0
            AND strpos(coalesce(w.allowed_overlaps, ''), a.appointment_id::text) = 0
         LIMIT 1)
        UNION ALL
        (SELECT CASE WHEN a.doctor_id = w.doctor_id AND a.starts_at < w.ends_at AND a.ends_at > w.starts_at
                AND a.hygienist_id IS NULL AND w.hygienist_id IS NULL THEN 'doctor' ELSE 'chair' END, true
         FROM appointment AS a
         WHERE w.allowed_overlaps IS NOT NULL AND a.clinic_id = w.clinic_id AND a.holds_time AND a.allowed_overlaps IS NULL
            AND a.starts_at < w.chair_until + interval '2 hours' AND a.starts_at > w.chair_from - interval '2 days'
            AND ((a.doctor_id = w.doctor_id AND a.starts_at < w.ends_at AND a.ends_at > w.starts_at
                    AND a.hygienist_id IS NULL AND w.hygienist_id IS NULL)
                OR (a.chair_id = w.chair_id
                    AND a.starts_at - coalesce(a.buffer_before, 0) * interval '1 minute' < w.chair_until
                    AND a.ends_at + coalesce(a.buffer_after, 0) * interval '1 minute' > w.chair_from))
            AND a.appointment_id <> w.appointment_id
            AND (a.group_service_id = w.group_service_id AND a.doctor_id = w.doctor_id AND a.chair_id = w.chair_id
                AND a.starts_at = w.starts_at) IS NOT TRUE
            AND strpos(w.allowed_overlaps, a.appointment_id::text) = 0
         LIMIT 1)
        UNION ALL
        (SELECT CASE WHEN a.doctor_id = w.doctor_id AND a.starts_at < w.ends_at AND a.ends_at > w.starts_at
                AND w.hygienist_id IS NULL THEN 'doctor' ELSE 'chair' END, true
         FROM appointment AS a
         WHERE w.allowed_overlaps IS NULL AND a.clinic_id = w.clinic_id AND a.holds_time AND a.allowed_overlaps IS NULL
            AND a.group_service_id IS NOT NULL
            AND a.starts_at < w.chair_until + interval '2 hours' AND a.starts_at > w.chair_from - interval '2 days'
            AND ((a.doctor_id = w.doctor_id AND a.starts_at < w.ends_at AND a.ends_at > w.starts_at
                    AND w.hygienist_id IS NULL)
                OR (a.chair_id = w.chair_id
                    AND a.starts_at - coalesce(a.buffer_before, 0) * interval '1 minute' < w.chair_until
                    AND a.ends_at + coalesce(a.buffer_after, 0) * interval '1 minute' > w.chair_from))
            AND a.appointment_id <> w.appointment_id
            AND (a.group_service_id = w.group_service_id AND a.doctor_id = w.doctor_id AND a.chair_id = w.chair_id
                AND a.starts_at = w.starts_at) IS NOT TRUE
         LIMIT 1)
        UNION ALL
        (SELECT 'place', count(*) > max(a.group_capacity) FROM appointment AS a
         WHERE w.allowed_overlaps IS NULL AND w.group_service_id IS NOT NULL AND a.clinic_id = w.clinic_id AND a.holds_time
            AND a.allowed_overlaps IS NULL AND a.group_service_id = w.group_service_id AND a.doctor_id = w.doctor_id
            AND a.chair_id = w.chair_id AND a.starts_at = w.starts_at)
        UNION ALL
        (SELECT CASE WHEN own.provider = 'hygienist' OR other.provider = 'hygienist' THEN 'hygienist' ELSE 'doctor' END, true
         FROM (
            (SELECT a.* FROM appointment AS a
             WHERE a.clinic_id = w.clinic_id AND a.holds_time AND a.hygienist_id IS NOT NULL AND a.starts_at < w.ends_at
                AND a.starts_at > w.starts_at - interval '2 days')
            UNION ALL
            (SELECT a.* FROM appointment AS a
             WHERE w.hygienist_id IS NOT NULL AND a.clinic_id = w.clinic_id AND a.holds_time AND a.hygienist_id IS NULL
                AND a.doctor_id IN (w.doctor_id, w.hygienist_id) AND a.starts_at < w.ends_at
                AND a.starts_at > w.starts_at - interval '2 days')
         ) AS a
         CROSS JOIN LATERAL (VALUES
            ('doctor', w.doctor_id, w.doctor_minutes), ('hygienist', w.hygienist_id, w.hygienist_minutes)
         ) AS own (provider, staff_id, minutes)
         CROSS JOIN LATERAL (VALUES
            ('doctor', a.doctor_id, a.doctor_minutes), ('hygienist', a.hygienist_id, a.hygienist_minutes)
         ) AS other (provider, staff_id, minutes)
         WHERE a.appointment_id <> w.appointment_id AND a.ends_at > w.starts_at AND own.staff_id = other.staff_id
            AND treated_times(w.starts_at, w.ends_at, own.minutes) && treated_times(a.starts_at, a.ends_at, other.minutes)
            AND strpos(coalesce(a.allowed_overlaps, ''), w.appointment_id::text) = 0
            AND strpos(coalesce(w.allowed_overlaps, ''), a.appointment_id::text) = 0
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
