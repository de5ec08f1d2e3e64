-- The end that is expected may be what an append leaves that has not committed yet: it holds the feed's lock, and is waited for.
-- (An UPDATE alone does not wait: the row as it was before that append does not have the mark, and so is passed over.)

CREATE OR REPLACE FUNCTION move_feed(clinic uuid, expected_mark bigint, new_position bigint, new_mark bigint) RETURNS void
    LANGUAGE plpgsql AS $$
BEGIN
    FOR attempt IN 1..2 LOOP
        UPDATE clinic_feed SET last_position = new_position, mark = new_mark
        WHERE clinic_id = clinic AND mark = expected_mark;
        EXIT WHEN FOUND;
        IF attempt = 2 THEN
            RAISE EXCEPTION 'the feed has moved on' USING ERRCODE = 'CS001';
        END IF;
        PERFORM FROM clinic_feed WHERE clinic_id = clinic FOR UPDATE;
    END LOOP;
END
$$;
