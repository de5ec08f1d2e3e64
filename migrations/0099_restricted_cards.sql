-- The card of a patient whose record is restricted has no telephone number, which is the card's last member.
UPDATE patient SET card = regexp_replace(card::text, ',"phone":"([^"\\]|\\.)*"\}$', '}')::json
WHERE restricted_document IS NOT NULL;
