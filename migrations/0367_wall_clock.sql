-- The wall clock of a time zone, for the search for due reminders of recalls.

-- The local time in a zone. If PostgreSQL does not know the zone, it is the time in UTC, so that the search goes on for all other clinics.
CREATE FUNCTION wall_clock(instant timestamptz, zone_name text) RETURNS timestamp LANGUAGE plpgsql STABLE AS $$
BEGIN
    RETURN instant AT TIME ZONE zone_name;
EXCEPTION WHEN invalid_parameter_value THEN
    RETURN instant AT TIME ZONE 'UTC';
END
$$;
