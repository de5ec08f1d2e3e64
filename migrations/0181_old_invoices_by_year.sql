-- Invoices that were issued before the trigger was there. In a migration of its own: the trigger's lock on the tags is gone, so
-- servers go on issuing invoices meanwhile.

INSERT INTO event_tag (clinic_id, subject, aspect, position)
SELECT t.clinic_id, t.subject,
       t.aspect | (date_trunc('year', (e.data ->> 'issued_on')::date)::date - '1970-01-01'::date), t.position
FROM event_tag AS t
JOIN event AS e USING (clinic_id, position)
WHERE t.aspect = 14 << 24
ORDER BY 1, 2, 3, 4
ON CONFLICT DO NOTHING;
