-- A patient's card has the patient's version beside its id, as every entity has. The card is text that the projection wrote,
-- so the version goes in where the projection writes it from now on; the rest stays as it is, byte for byte.

UPDATE patient
SET card = regexp_replace(card::text, '^(\{"id":"[^"]*",)', '\1"version":' || (document ->> 'version') || ',')::json
WHERE card -> 'version' IS NULL;
