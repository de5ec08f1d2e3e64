-- The lane of a delivery is stored with it, so that a server finds the due deliveries of the lanes that have free places without reading
-- those of the other lanes.

-- The deliveries of one push service, of one host for Web Push, or by mail. Stays the same if the device gets another push token.
ALTER TABLE notification_outbox ADD COLUMN lane text COLLATE "C" NOT NULL DEFAULT '';

-- The lane of a device's deliveries: its platform, and for a browser the host of its push service. NULL if the device is gone.
CREATE FUNCTION lane_of_device(device uuid) RETURNS text LANGUAGE sql STABLE AS $$
    SELECT concat_ws(' ', d.platform, d.environment, CASE d.platform WHEN 'web' THEN
        lower(substring(d.push_token FROM '"endpoint" *: *"https://([^/"]{1,255})')) END)
    FROM user_device AS d WHERE d.user_device_id = device
$$;

CREATE FUNCTION choose_lane() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.lane := coalesce(lane_of_device(NEW.device_id), NEW.channel);
    RETURN NEW;
END
$$;
CREATE TRIGGER choose_lane BEFORE INSERT ON notification_outbox FOR EACH ROW EXECUTE FUNCTION choose_lane();

UPDATE notification_outbox SET lane = coalesce(lane_of_device(device_id), channel) WHERE state IN ('queued', 'failed', 'dead');
