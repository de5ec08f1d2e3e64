-- Checks a clinic after ops/walk. Prints one line per error, and nothing if there is none.
\set QUIET on

-- Two appointments of a doctor, chair or patient do not overlap, unless a person allowed it with a reason or both belong to one group
-- visit. A chair is taken with its buffers. In a visit with segments the doctor and the hygienist are taken only in their own.
SELECT 'overlap of ' || what || ': ' || a.appointment_id || ' and ' || b.appointment_id
FROM appointment AS a
JOIN appointment AS b ON b.clinic_id = a.clinic_id AND b.appointment_id > a.appointment_id
    AND b.starts_at < a.ends_at + interval '4 hours' AND a.starts_at < b.ends_at + interval '4 hours'
CROSS JOIN LATERAL (VALUES
    ('doctor', EXISTS (
        SELECT FROM (VALUES (a.doctor_id, a.doctor_minutes), (a.hygienist_id, a.hygienist_minutes)) AS one (id, minutes)
        JOIN (VALUES (b.doctor_id, b.doctor_minutes), (b.hygienist_id, b.hygienist_minutes)) AS other (id, minutes) USING (id)
        WHERE treated_times(a.starts_at, a.ends_at, one.minutes) && treated_times(b.starts_at, b.ends_at, other.minutes)), true),
    ('chair', a.chair_id = b.chair_id
        AND b.starts_at - coalesce(b.buffer_before, 0) * interval '1 minute'
            < a.ends_at + coalesce(a.buffer_after, 0) * interval '1 minute'
        AND a.starts_at - coalesce(a.buffer_before, 0) * interval '1 minute'
            < b.ends_at + coalesce(b.buffer_after, 0) * interval '1 minute', true),
    ('patient', a.patient_id = b.patient_id AND b.starts_at < a.ends_at AND a.starts_at < b.ends_at, false)
) AS same (what, is_taken_twice, may_be_allowed)
WHERE a.holds_time AND b.holds_time AND is_taken_twice AND NOT (may_be_allowed AND (
    coalesce(a.group_service_id = b.group_service_id AND a.doctor_id = b.doctor_id AND a.chair_id = b.chair_id
        AND a.starts_at = b.starts_at, false)
    OR strpos(coalesce(a.allowed_overlaps, ''), b.appointment_id::text) > 0
    OR strpos(coalesce(b.allowed_overlaps, ''), a.appointment_id::text) > 0));

-- A group visit has no more patients than the largest capacity with which one of them was booked. Patients whom an override added do not
-- count.
SELECT 'too many patients in the group of ' || doctor_id || ' at ' || starts_at
FROM appointment
WHERE holds_time AND group_service_id IS NOT NULL AND allowed_overlaps IS NULL
GROUP BY clinic_id, doctor_id, chair_id, starts_at, group_service_id
HAVING count(*) > max(group_capacity);

-- A person with two merged records has no two appointments at one time.
SELECT 'overlap of merged records: ' || a.appointment_id || ' and ' || b.appointment_id
FROM patient AS m
    JOIN appointment AS a ON a.clinic_id = m.clinic_id AND a.patient_id = m.patient_id
    JOIN appointment AS b ON b.clinic_id = m.clinic_id AND b.patient_id = m.merged_into
WHERE a.holds_time AND b.holds_time AND b.starts_at < a.ends_at AND a.starts_at < b.ends_at;

-- The steps that each status permits.
CREATE TEMPORARY TABLE step (type text, before text, after text);
INSERT INTO step
SELECT type, before, after FROM (VALUES
    ('appointment-approved', 'requested', 'booked'),
    ('appointment-confirmed', 'requested booked', 'confirmed'),
    ('patient-arrived', 'requested booked confirmed', 'arrived'),
    ('patient-arrived-after-all', 'cancelled no_show', 'arrived'),
    ('patient-seated', 'arrived', 'seated'),
    ('treatment-started', 'booked confirmed arrived seated', 'in_treatment'),
    ('treatment-finished', 'in_treatment', 'ready_for_checkout'),
    ('appointment-completed', 'in_treatment ready_for_checkout', 'completed'),
    ('appointment-cancelled', 'requested booked confirmed arrived seated', 'cancelled'),
    ('appointment-missed', 'booked confirmed', 'no_show'),
    ('appointment-entered-in-error', 'requested booked confirmed arrived seated in_treatment ready_for_checkout completed cancelled no_show',
        'entered_in_error'),
    ('appointment-rescheduled', 'requested booked confirmed', NULL),
    ('appointment-step-undone',
        'confirmed arrived seated in_treatment ready_for_checkout completed cancelled no_show booked', NULL)
) AS listed (type, befores, after) CROSS JOIN LATERAL unnest(string_to_array(befores, ' ')) AS before;

WITH course AS (
    SELECT clinic_id, position, type, data -> 'visit' ->> 'appointment_id' AS appointment,
        coalesce(data ->> 'status', data ->> 'to', (SELECT s.after FROM step AS s WHERE s.type = e.type LIMIT 1)) AS after,
        data ->> 'from' AS said
    FROM event AS e
    WHERE data -> 'visit' ->> 'appointment_id' IS NOT NULL AND (type = 'appointment-booked' OR type IN (SELECT type FROM step))
), steps AS (
    SELECT *, lag(after) OVER (PARTITION BY clinic_id, appointment ORDER BY position) AS before FROM course
)
SELECT 'appointment ' || appointment || ' at ' || position || ': ' || type || ' from ' || coalesce(before, 'nothing')
FROM steps AS s
WHERE CASE WHEN type = 'appointment-booked' THEN before IS NOT NULL
    ELSE NOT EXISTS (SELECT FROM step WHERE step.type = s.type AND step.before = s.before)
        OR type = 'appointment-step-undone' AND said <> before END;

-- The numbers of each series and year have no gap, and none is given twice.
SELECT 'numbers of ' || series || ' have a gap or a repetition: ' || count(*) || ' up to ' || max(number)
FROM (
    SELECT clinic_id, regexp_replace(text, '[0-9]+$', '') AS series, substring(text FROM '[0-9]+$')::bigint AS number
    FROM (
        SELECT clinic_id, data ->> 'number' AS text FROM event
        WHERE type IN ('invoice-issued', 'payment-recorded', 'payment-refunded', 'credit-note-issued')
    ) AS numbered WHERE text IS NOT NULL
) AS parts
GROUP BY clinic_id, series HAVING count(*) <> max(number) OR count(DISTINCT number) <> count(*);

-- The expected money of a closed day equals the payments less the refunds of this day in the events.
WITH moved AS (
    SELECT clinic_id, data ->> 'received_on' AS day, data ->> 'drawer' AS drawer, data ->> 'method' AS method,
        (data -> 'amount' ->> 'amount')::bigint * CASE type WHEN 'payment-recorded' THEN 1 ELSE -1 END AS amount
    FROM event WHERE type IN ('payment-recorded', 'payment-entered-in-error')
    UNION ALL
    SELECT clinic_id, data ->> 'refunded_on', data ->> 'drawer', data ->> 'method', -(data -> 'amount' ->> 'amount')::bigint
    FROM event WHERE type = 'payment-refunded'
), closed AS (
    SELECT DISTINCT ON (clinic_id, data ->> 'date', data ->> 'drawer') *
    FROM event WHERE type IN ('drawer-day-closed', 'drawer-day-reopened')
    ORDER BY clinic_id, data ->> 'date', data ->> 'drawer', position DESC
), expected AS (
    SELECT c.clinic_id, c.data ->> 'date' AS day, c.data ->> 'drawer' AS drawer, part ->> 'method' AS method,
        (part ->> 'amount')::bigint AS amount
    FROM closed AS c CROSS JOIN LATERAL json_array_elements(c.data -> 'expected') AS part
    WHERE c.type = 'drawer-day-closed'
), counted AS (
    SELECT m.clinic_id, m.day, m.drawer, m.method, sum(m.amount) AS amount
    FROM moved AS m
    JOIN closed AS c ON c.type = 'drawer-day-closed' AND c.clinic_id = m.clinic_id AND c.data ->> 'date' = m.day
        AND c.data ->> 'drawer' = m.drawer
    GROUP BY m.clinic_id, m.day, m.drawer, m.method
)
SELECT 'closed day ' || day || ', drawer ' || drawer || ', ' || method || ': expected ' || coalesce(e.amount, 0) || ', moved '
    || coalesce(c.amount, 0)
FROM expected AS e FULL JOIN counted AS c USING (clinic_id, day, drawer, method)
WHERE coalesce(e.amount, 0) <> coalesce(c.amount, 0);

-- An insurance's money is never a patient's credit.
SELECT 'payment ' || payment_id || ' of an insurance has credit: ' || (document ->> 'credit')
FROM payment WHERE method = 'insurance' AND (document ->> 'credit')::bigint <> 0;

-- The paid amount of a claim is the sum of its payments less their refunds, and at most the accepted amount.
WITH moved AS (
    SELECT clinic_id, data ->> 'claim_id' AS claim,
        sum((data -> 'amount' ->> 'amount')::bigint * CASE type WHEN 'payment-recorded' THEN 1 ELSE -1 END) AS paid
    FROM event
    WHERE type IN ('payment-recorded', 'payment-refunded', 'payment-entered-in-error') AND data ->> 'claim_id' IS NOT NULL
    GROUP BY clinic_id, data ->> 'claim_id'
), claims AS (
    SELECT clinic_id, claim_id, (document -> 'paid' ->> 'amount')::bigint AS paid,
        coalesce((document -> 'accepted' ->> 'amount')::bigint, 0) AS accepted
    FROM insurance_claim
)
SELECT 'claim ' || claim_id || ': paid ' || c.paid || ' of ' || accepted || ', by its payments ' || coalesce(m.paid, 0)
FROM claims AS c LEFT JOIN moved AS m ON m.clinic_id = c.clinic_id AND m.claim = c.claim_id::text
WHERE c.paid <> coalesce(m.paid, 0) OR c.paid > accepted OR c.paid < 0;

-- The part of an invoice that is with payers is the sum that its claims still ask for, and at most the open amount.
SELECT 'invoice ' || i.invoice_id || ': with payers ' || coalesce(i.document ->> 'with_payers', '0') || ', by its claims ' || asked
FROM invoice AS i
CROSS JOIN LATERAL (
    SELECT least(i.balance, coalesce(sum(c.outstanding), 0)) AS asked FROM insurance_claim AS c
    WHERE c.clinic_id = i.clinic_id AND c.document ->> 'invoice_id' = i.invoice_id::text
) AS claimed
WHERE coalesce((i.document ->> 'with_payers')::bigint, 0) <> asked;

-- An item of a treatment plan is billed by at most one invoice that is not void, and its plan shows that invoice.
WITH charged AS (
    SELECT i.clinic_id, i.invoice_id, line -> 'treatment' ->> 'treatment_plan_id' AS plan,
        line -> 'treatment' ->> 'item_id' AS item
    FROM invoice AS i CROSS JOIN json_array_elements(i.document -> 'lines') AS lines (line)
    WHERE line -> 'treatment' IS NOT NULL AND i.status <> 'void'
), shown AS (
    SELECT t.clinic_id, t.treatment_plan_id::text AS plan, item ->> 'id' AS item, (item ->> 'invoice_id')::uuid AS invoice_id
    FROM treatment_plan AS t CROSS JOIN json_array_elements(t.document -> 'items') AS items (item)
    WHERE item ->> 'invoice_id' IS NOT NULL
)
SELECT 'item ' || item || ' of a treatment plan: charged by ' || coalesce(c.invoice_id::text, 'none') || ', shown as charged by '
    || coalesce(s.invoice_id::text, 'none')
FROM charged AS c FULL JOIN shown AS s USING (clinic_id, plan, item)
WHERE c.invoice_id IS DISTINCT FROM s.invoice_id;

-- The messages of a thread are numbered from 1 without gaps, and no read mark is higher than the number of messages.
SELECT 'thread ' || t.thread_id || ': ' || (t.document ->> 'messages') || ' messages, ' || count(m.*) || ' up to ' || max(m.number)
FROM message_thread AS t LEFT JOIN message AS m ON m.clinic_id = t.clinic_id AND m.thread_id = t.thread_id
GROUP BY t.clinic_id, t.thread_id, t.document ->> 'messages'
HAVING count(m.*) <> (t.document ->> 'messages')::bigint OR count(m.*) <> max(m.number) OR count(DISTINCT m.number) <> count(m.*);

SELECT 'thread ' || t.thread_id || ': read up to ' || r.up_to || ' of ' || (t.document ->> 'messages')
FROM read_mark AS r JOIN message_thread AS t USING (clinic_id, thread_id)
WHERE r.up_to > (t.document ->> 'messages')::bigint;

SELECT 'positions have gaps in clinic ' || clinic_id
FROM event GROUP BY clinic_id HAVING count(*) <> max(position);

-- A prescription is dispensed at most once, and at most once more for each refill. Its dispensings are numbered from 1.
SELECT 'dispensed too often: ' || prescription_id FROM prescription
WHERE json_array_length(document -> 'dispensings') > (document ->> 'refills')::int + 1
    OR (SELECT coalesce(max((d ->> 'number')::int), 0) FROM json_array_elements(document -> 'dispensings') AS d)
        <> json_array_length(document -> 'dispensings');

-- A consent is signed at most once.
SELECT 'signed twice: ' || (data -> 'consent' ->> 'consent_id') FROM event
WHERE type = 'consent-signed' GROUP BY clinic_id, data -> 'consent' ->> 'consent_id' HAVING count(*) > 1;
