-- Checks that every acknowledged booking is in the log exactly once, and that nothing else is.
-- psql -v acknowledged=FILE, a CSV of Idempotency-Key and appointment. Prints one line per error, and nothing if there is none.
\set QUIET on
-- The aspect of the tags of appointments: the code 11 of their kind in the highest byte, and no day.
\set appointment_aspect (11 << 24)
CREATE TEMPORARY TABLE acknowledged (key text, appointment_id uuid);
\set copy '\\copy acknowledged FROM ' :'acknowledged' ' CSV'
:copy

CREATE TEMPORARY TABLE effect AS
SELECT a.key, a.appointment_id, e.clinic_id, e.position, e.command_id
FROM acknowledged a
JOIN clinic_feed f ON true
JOIN event_tag t ON t.clinic_id = f.clinic_id AND t.subject = a.appointment_id AND t.aspect = :appointment_aspect
JOIN event e ON e.clinic_id = t.clinic_id AND e.position = t.position;

SELECT 'one key, several answers: ' || key
FROM acknowledged GROUP BY key HAVING count(DISTINCT appointment_id) > 1;

SELECT 'one appointment, several keys: ' || appointment_id
FROM acknowledged GROUP BY appointment_id HAVING count(DISTINCT key) > 1;

SELECT 'acknowledged, and ' || count(e.position) || ' times in the log: ' || a.key
FROM acknowledged a LEFT JOIN effect e USING (key) GROUP BY a.key HAVING count(e.position) <> 1;

-- The log stores a hash of the account and its key.
SELECT 'done by another command than the acknowledged one: ' || e.key
FROM effect e LEFT JOIN command c USING (clinic_id, command_id)
WHERE c.command_id IS NULL OR e.position NOT BETWEEN c.first_position AND c.last_position
   OR c.command_id <> encode(substr(sha256(uuid_send(c.actor) || convert_to(e.key, 'UTF8')), 1, 16), 'hex')::uuid
   OR EXISTS (SELECT FROM event o
              WHERE o.clinic_id = c.clinic_id AND o.position BETWEEN c.first_position AND c.last_position
                AND o.command_id IS DISTINCT FROM c.command_id);

SELECT 'in the log but not acknowledged: ' || t.subject
FROM (SELECT clinic_id, min(position) AS position FROM effect GROUP BY clinic_id) began
JOIN event_tag t ON t.clinic_id = began.clinic_id AND t.position > began.position AND t.aspect = :appointment_aspect
WHERE NOT EXISTS (SELECT FROM acknowledged a WHERE a.appointment_id = t.subject);

SELECT 'events without a command: ' || e.clinic_id || ' ' || e.position
FROM event e LEFT JOIN command c USING (clinic_id, command_id)
WHERE e.command_id IS NOT NULL AND (c.command_id IS NULL OR e.position NOT BETWEEN c.first_position AND c.last_position);

SELECT 'positions have gaps in clinic ' || clinic_id
FROM event GROUP BY clinic_id HAVING count(*) <> max(position);
