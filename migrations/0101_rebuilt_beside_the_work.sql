-- Read models are rebuilt while servers append and read (ops/decisions/0090-rebuilt-beside-the-work.md).

-- One more each time that documents of the clinic became others without an event: what was shown at a position before is
-- not what is shown at it now.
ALTER TABLE clinic_feed ADD COLUMN edition bigint NOT NULL DEFAULT 0;

-- The clinics that a rebuild has done, until it has done all: one that was cut short is gone on with, for as long as it may be
-- taken that they are right still.
CREATE TABLE rebuilt_clinic (
    clinic_id uuid NOT NULL PRIMARY KEY,
    work      text NOT NULL,  -- which tables are rebuilt, and by which program
    done_at   timestamptz NOT NULL DEFAULT now()
);

-- Whether documents are being written that events fold to which happened long ago. Only who owns the tables can say so.
CREATE FUNCTION is_rebuilding() RETURNS boolean LANGUAGE plpgsql STABLE SET search_path = public, pg_temp AS $$
BEGIN
    IF coalesce(current_setting('chairside.rebuild', true), '') <> 'on' THEN
        RETURN false;
    END IF;
    RETURN pg_has_role((SELECT relowner FROM pg_class WHERE oid = 'clinic_feed'::regclass), 'USAGE');
END
$$;

-- The guards of appends (`refuse_…`) have no say in a rebuild; triggers that keep other tables in step go on.
DO $$
BEGIN
    -- A log may stand alone.
    IF to_regclass('appointment') IS NOT NULL THEN
        DROP TRIGGER refuse_double_booking_new ON appointment;
        DROP TRIGGER refuse_double_booking_changed ON appointment;
        CREATE TRIGGER refuse_double_booking_new AFTER INSERT ON appointment
            REFERENCING NEW TABLE AS written
            FOR EACH STATEMENT WHEN (NOT is_rebuilding()) EXECUTE FUNCTION refuse_double_booking();
        CREATE TRIGGER refuse_double_booking_changed AFTER UPDATE ON appointment
            REFERENCING NEW TABLE AS written
            FOR EACH STATEMENT WHEN (NOT is_rebuilding()) EXECUTE FUNCTION refuse_double_booking();
    END IF;
END
$$;
