-- The keys to the texts of an erased patient that the law requires the clinic to keep. A server writes with a sealed key, and
-- reads nothing with it. Sealing gives the key another time of creation, so that no server writes with it as it was before.

ALTER TABLE person_key ADD COLUMN sealed_at timestamptz;
GRANT UPDATE (sealed_at, created_at) ON person_key TO chairside_server;
