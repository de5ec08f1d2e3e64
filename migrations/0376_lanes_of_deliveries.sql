-- The lane of a delivery is stored with it, so that a server finds the due deliveries of the lanes that have free places without reading
-- those of the other lanes.

-- The name of the lane: the platform of the device and, for a browser, its push service, or `mail`. `push` if the device was gone when
-- the row was added. It stays the same if the device gets another push token.
ALTER TABLE notification_outbox ADD COLUMN lane text COLLATE "C" NOT NULL DEFAULT '';

-- NULL if the device is gone. The hosts that belong to no push service of a known browser have one lane together, because a person can name
-- any host: so the number of lanes has a limit, and slow hosts take the places of one lane only.
CREATE FUNCTION lane_of_device(device uuid) RETURNS text LANGUAGE sql STABLE AS $$
    SELECT concat_ws(' ', d.platform, d.environment, CASE d.platform WHEN 'web' THEN
        coalesce(substring(lower(substring(d.push_token FROM '"endpoint" *: *"https://([^/":?]+)'))
            FROM '(?:^|\.)(fcm\.googleapis\.com|services\.mozilla\.com|push\.apple\.com|notify\.windows\.com)$'), 'other') END)
    FROM user_device AS d WHERE d.user_device_id = device
$$;

CREATE FUNCTION choose_lane() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.lane := coalesce(lane_of_device(NEW.device_id), NEW.channel);
    RETURN NEW;
END
$$;
CREATE TRIGGER choose_lane BEFORE INSERT ON notification_outbox FOR EACH ROW EXECUTE FUNCTION choose_lane();
