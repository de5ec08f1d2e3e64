-- The second wall between clinics. Documents that become answers are read by a role that sees, of each table, one clinic's
-- rows alone: those of the clinic that `app.clinic` names in its transaction, and none where nothing is named. A query
-- that forgets its clinic finds nothing of another's. What this role has no right to (events, accounts, sessions) it cannot
-- read at all.

DO $$
BEGIN
    -- Roles belong to the cluster: another database's migration may make it at the same moment.
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'chairside_reader') THEN
        BEGIN
            CREATE ROLE chairside_reader NOLOGIN;
        EXCEPTION WHEN duplicate_object OR unique_violation THEN
            NULL;
        END;
    END IF;
    IF NOT pg_has_role(current_user, 'chairside_reader', 'MEMBER') THEN
        EXECUTE format('GRANT chairside_reader TO %I', current_user);
    END IF;
END
$$;

-- Inlined, and compared with the clinic that a query names once, before any row is looked at.
CREATE FUNCTION app_clinic() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE
    RETURN NULLIF(current_setting('app.clinic', true), '')::uuid;

-- Lets the reading role see a table of documents. The serving role writes several clinics in one transaction and goes on
-- as before; the owner, who migrates and rebuilds, is bound by no policy.
CREATE FUNCTION wall_off(name regclass) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY all_clinics ON %s TO chairside_server USING (true) WITH CHECK (true)', name);
    EXECUTE format(
        'CREATE POLICY own_clinic ON %s FOR SELECT TO chairside_reader USING (clinic_id = app_clinic())', name);
    EXECUTE format('GRANT SELECT ON %s TO chairside_reader', name);
END
$$;
REVOKE EXECUTE ON FUNCTION wall_off FROM PUBLIC;

SELECT wall_off(name::regclass)
FROM unnest(ARRAY[
    'clinic_feed', 'clinic_profile', 'service', 'chair', 'staff_member', 'patient', 'patient_term', 'appointment',
    'slot_hold', 'invoice', 'payment', 'patient_account'
]) AS name;
