-- How often somebody was wrong lately, by what it is counted for: who was asked for and from where. The keys are codes that
-- cannot be read back. A level rises by one with each wrong attempt and falls with time; above what is free, the next
-- attempt has to wait, each time twice as long.
--
-- Not logged: attempts must not fill the write-ahead log, and after a crash of PostgreSQL counting begins anew.

CREATE UNLOGGED TABLE attempt_count (
    bucket     bytea PRIMARY KEY,
    level      double precision NOT NULL,
    counted_at timestamptz NOT NULL,
    -- Until then no attempt is looked at.
    free_at    timestamptz NOT NULL,
    -- From then on the row says nothing.
    forget_at  timestamptz NOT NULL
);
CREATE INDEX attempt_count_forget ON attempt_count (forget_at);

-- Counts a wrong attempt. False, and nothing is counted, where another one was counted meanwhile that made all others wait:
-- then what was found out about this one must not be told.
--
--   free_attempts  so many wrong ones have no wait
--   forgets_after  one of them is forgotten after so many seconds
--   longest_wait   in seconds
CREATE FUNCTION count_attempt(
    key bytea, at timestamptz, free_attempts double precision, forgets_after double precision,
    longest_wait double precision
) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
    known attempt_count;
    new_level double precision;
BEGIN
    INSERT INTO attempt_count VALUES (key, 0, at, 'epoch', at) ON CONFLICT (bucket) DO NOTHING;
    SELECT * INTO known FROM attempt_count WHERE bucket = key FOR UPDATE;
    IF known.free_at > at THEN
        RETURN false;
    END IF;
    -- Nodes' clocks differ a little.
    new_level := greatest(
        0, known.level - greatest(0, extract(epoch FROM at - known.counted_at)) / forgets_after) + 1;
    UPDATE attempt_count
    SET level = new_level,
        counted_at = at,
        free_at = CASE WHEN new_level < free_attempts THEN 'epoch' ELSE
            at + make_interval(secs => least(longest_wait, 2 ^ least(30, round(new_level - free_attempts)))) END,
        forget_at = at + make_interval(secs => new_level * forgets_after + longest_wait)
    WHERE bucket = key;
    RETURN true;
END
$$;

GRANT SELECT, INSERT, UPDATE, DELETE ON attempt_count TO chairside_server;

-- Whether an account has signed in on a device before.
CREATE INDEX session_device ON session (account_id, device_id);
