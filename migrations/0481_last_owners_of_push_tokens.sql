-- One device has one push token, and belongs to the account that registered it last. Earlier registrations of the token, for another
-- environment or in other case, are removed.
DELETE FROM user_device AS d USING user_device AS later
WHERE lower(later.push_token) = lower(d.push_token) AND later.user_device_id <> d.user_device_id
    AND (later.push_token = d.push_token OR d.push_token ~ '^[0-9A-Fa-f]+$')
    AND (later.registered_at, later.user_device_id) > (d.registered_at, d.user_device_id);
