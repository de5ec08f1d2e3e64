-- outside a transaction: index person_key_destroyed
-- The keys that were destroyed lately are looked for every few seconds, to write erasures down outside of the database.
CREATE INDEX CONCURRENTLY person_key_destroyed ON person_key (destroyed_at) WHERE destroyed_at IS NOT NULL;
