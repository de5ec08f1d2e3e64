-- Android apps and web pages register for pushes too.
ALTER TABLE user_device DROP CONSTRAINT user_device_platform_check, ADD CONSTRAINT user_device_platform_check CHECK (
    platform IN ('ios', 'ipados', 'android', 'web')) NOT VALID;
