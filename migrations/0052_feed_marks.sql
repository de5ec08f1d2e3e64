-- An append that knows how the feed ends is sent in one piece: it names the mark that the append before it left, and fails
-- as a whole where another has come between. (Positions alone would not do: another append of as many events may have
-- taken the place of the expected one.)

ALTER TABLE clinic_feed ADD COLUMN mark bigint NOT NULL DEFAULT 0;  -- drawn anew by each append

CREATE FUNCTION move_feed(clinic uuid, expected_mark bigint, new_position bigint, new_mark bigint) RETURNS void
    LANGUAGE plpgsql AS $$
BEGIN
    UPDATE clinic_feed SET last_position = new_position, mark = new_mark
    WHERE clinic_id = clinic AND mark = expected_mark;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'the feed has moved on' USING ERRCODE = 'CS001';
    END IF;
END
$$;
