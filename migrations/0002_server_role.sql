-- The role that serving connections take on (`SET ROLE`): it owns nothing, and can append to the log but not alter it.
-- Each later migration grants what its own tables need.

DO $$
BEGIN
    -- Roles belong to the cluster: another database's migration may make it at the same moment.
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'chairside_server') THEN
        BEGIN
            CREATE ROLE chairside_server NOLOGIN;
        EXCEPTION WHEN duplicate_object OR unique_violation THEN
            NULL;
        END;
    END IF;
    IF NOT pg_has_role(current_user, 'chairside_server', 'MEMBER') THEN
        EXECUTE format('GRANT chairside_server TO %I', current_user);
    END IF;
END
$$;

GRANT SELECT, INSERT ON event, event_tag, command TO chairside_server;
GRANT SELECT, INSERT, UPDATE ON clinic_feed TO chairside_server;
