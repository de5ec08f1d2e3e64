-- Every acknowledged booking is in the log exactly once. psql -v acknowledged=FILE, a CSV of key and appointment.
-- Prints what is wrong, one line each; nothing when all is well.
\set QUIET on
CREATE TEMPORARY TABLE acknowledged (command_id uuid, appointment_id uuid);
\set copy '\\copy acknowledged FROM ' :'acknowledged' ' CSV'
:copy
SELECT 'acknowledged twice with different answers: ' || command_id
FROM acknowledged GROUP BY command_id HAVING count(DISTINCT appointment_id) > 1;

SELECT 'acknowledged, and not in the log: ' || a.command_id
FROM acknowledged a LEFT JOIN command c USING (command_id) WHERE c.command_id IS NULL OR c.first_position IS NULL;

SELECT 'one key, several effects: ' || command_id
FROM command GROUP BY command_id HAVING count(*) > 1;

SELECT 'its events are not those it was acknowledged for: ' || a.command_id
FROM acknowledged a JOIN command c USING (command_id)
WHERE (SELECT count(*) FROM event_tag t
       WHERE t.clinic_id = c.clinic_id AND t.tag = 'appointment:' || a.appointment_id
         AND t.position BETWEEN c.first_position AND c.last_position) <> 1
   OR EXISTS (SELECT FROM event e
              WHERE e.clinic_id = c.clinic_id AND e.position BETWEEN c.first_position AND c.last_position
                AND e.command_id IS DISTINCT FROM c.command_id);

SELECT 'events that no command accounts for: ' || e.clinic_id || ' ' || e.position
FROM event e LEFT JOIN command c USING (clinic_id, command_id)
WHERE e.command_id IS NOT NULL AND (c.command_id IS NULL OR e.position NOT BETWEEN c.first_position AND c.last_position);

SELECT 'positions are not dense in clinic ' || clinic_id
FROM event GROUP BY clinic_id HAVING count(*) <> max(position);
