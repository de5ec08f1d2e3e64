-- A tag is the id of what an event is about, and in which respect: the kind's code in the highest byte, the day in days
-- since 1970 in the three others. As text, tags were half of what a booking wrote.

ALTER TABLE event_tag RENAME TO event_text_tag;
ALTER TABLE event_text_tag RENAME CONSTRAINT event_tag_pkey TO event_text_tag_pkey;

CREATE TABLE event_tag (
    clinic_id uuid    NOT NULL,
    subject   uuid    NOT NULL,
    aspect    integer NOT NULL,
    position  bigint  NOT NULL,
    PRIMARY KEY (clinic_id, subject, aspect, position)
);

INSERT INTO event_tag (clinic_id, subject, aspect, position)
SELECT t.clinic_id,
       CASE
           WHEN kind.name IN ('settings', 'invoice-numbers') THEN '00000000-0000-0000-0000-000000000000'
           WHEN kind.name = 'patient-identity' THEN '00000000-0000-0000-0000-0000' || split_part(t.tag, ':', 2)
           ELSE split_part(t.tag, ':', 2)
       END::uuid,
       kind.code << 24 | CASE WHEN kind.name LIKE '%-day' THEN split_part(t.tag, ':', 3)::date - '1970-01-01'::date ELSE 0 END,
       t.position
FROM event_text_tag AS t
LEFT JOIN (VALUES ('settings', 1), ('patient', 2), ('patient-identity', 3), ('patient-agenda', 4), ('patient-account', 5),
                  ('staff', 6), ('service', 7), ('chair', 8), ('doctor-day', 9), ('chair-day', 10), ('appointment', 11),
                  ('invoice', 12), ('payment', 13), ('invoice-numbers', 14)) AS kind (name, code)
    ON kind.name = split_part(t.tag, ':', 1)  -- one that is not known fails: no tag is lost
ORDER BY 1, 2, 3, 4;

DROP TABLE event_text_tag;

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON event_tag
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
GRANT SELECT, INSERT ON event_tag TO chairside_server;
