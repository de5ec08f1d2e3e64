-- outside a transaction: index user_device_token
-- The registrations of one push token, whatever the platform, the environment and the case of its digits are.
CREATE INDEX CONCURRENTLY user_device_token ON user_device (lower(push_token));
