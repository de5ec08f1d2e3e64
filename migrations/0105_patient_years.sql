-- A patient's appointments stand under the patient and the year, which its first day stands for. A booking has to look at one
-- year of the patient's then, not at all those that they have been coming. Such an event names its days with the doctor's tags.

ALTER TABLE event_tag DISABLE TRIGGER append_only;

INSERT INTO event_tag (clinic_id, subject, aspect, position)
SELECT DISTINCT patient.clinic_id, patient.subject,
       patient.aspect | (date_trunc('year', '1970-01-01'::date + (doctor.aspect & 16777215))::date - '1970-01-01'::date),
       patient.position
FROM event_tag AS patient
JOIN event_tag AS doctor ON doctor.clinic_id = patient.clinic_id AND doctor.position = patient.position AND doctor.aspect >> 24 = 9
WHERE patient.aspect = 4 << 24
ORDER BY 1, 2, 3, 4;

DO $$
BEGIN
    IF EXISTS (
        SELECT FROM event_tag AS old
        WHERE old.aspect = 4 << 24 AND NOT EXISTS (
            SELECT FROM event_tag AS new
            WHERE new.clinic_id = old.clinic_id AND new.subject = old.subject AND new.position = old.position
                AND new.aspect > 4 << 24 AND new.aspect < 5 << 24))
    THEN
        RAISE EXCEPTION 'an event of a patient''s agenda names no day';
    END IF;
END
$$;

DELETE FROM event_tag WHERE aspect = 4 << 24;

ALTER TABLE event_tag ENABLE TRIGGER append_only;

-- A server of the version before would write what nobody notices: it fails instead. Nor is what stands for all days ever stored.
ALTER TABLE event_tag ADD CONSTRAINT days_are_named CHECK (aspect <> 4 << 24 AND aspect & 16777215 <> 16777215);
