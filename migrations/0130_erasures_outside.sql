-- Erasures are also written down outside of the database, so that they can be repeated after a restore. The role that
-- keeps the signed heads outside keeps that list as well; it sees whose keys were destroyed, and no key.

GRANT SELECT (clinic_id, person_id, retention, destroyed_at) ON person_key TO chairside_chainer;
GRANT SELECT ON event_tag TO chairside_chainer;
