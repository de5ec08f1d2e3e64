-- Deliveries of before. This is a migration of its own, so that it locks these rows only, and not the table: meanwhile servers
-- claim none of them. Rows that are sent need no lane.
UPDATE notification_outbox SET lane = coalesce(lane_of_device(device_id), channel)
WHERE lane = '' AND state IN ('queued', 'failed', 'dead');
