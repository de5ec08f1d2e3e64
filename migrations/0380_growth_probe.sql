-- Servers prove every few seconds that the tables of an append can grow, wherever they lie.

-- Writes 64 kB into a temporary table in each tablespace of the named tables, of their indexes and of their TOAST
-- tables, and fails if PostgreSQL cannot. Returns the tablespaces in which the tables' owner may not create anything, so
-- that nothing was proved there. A temporary table needs no lock that a dump holds, writes nothing to the write-ahead
-- log, and belongs to the session of one server's heartbeats. TRUNCATE gives it a new file each time, and keeps its
-- oldest transaction id young.
CREATE FUNCTION prove_growth(tables text[]) RETURNS text[] LANGUAGE plpgsql
    SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    place record;
    probe text;
    unproved text[] := '{}';
BEGIN
    FOR place IN
        WITH named AS (
            SELECT oid, reltoastrelid FROM pg_class
            WHERE relnamespace = 'public'::regnamespace AND relname = ANY (tables)
        ), stored AS (
            SELECT oid FROM named UNION SELECT reltoastrelid FROM named WHERE reltoastrelid <> 0
        ), part AS (
            SELECT oid FROM stored
            UNION ALL
            SELECT i.indexrelid FROM pg_index AS i JOIN stored AS s ON s.oid = i.indrelid
        )
        SELECT DISTINCT t.oid AS id, t.spcname AS name,
            has_database_privilege(d.oid, 'TEMPORARY')
                AND (t.oid = d.dattablespace OR has_tablespace_privilege(t.oid, 'CREATE')) AS may_create
        FROM part AS p
        JOIN pg_class AS c ON c.oid = p.oid
        JOIN pg_database AS d ON d.datname = current_database()
        JOIN pg_tablespace AS t ON t.oid = coalesce(nullif(c.reltablespace, 0), d.dattablespace)
    LOOP
        IF NOT place.may_create THEN
            unproved := unproved || place.name::text;
            CONTINUE;
        END IF;
        probe := 'growth_probe_' || place.id;
        -- A table of this name that the caller made has another owner. Then CREATE fails, and no trigger of the caller
        -- runs with the rights of this function.
        IF EXISTS (
            SELECT FROM pg_class
            WHERE oid = to_regclass('pg_temp.' || probe) AND relowner = current_user::regrole
        ) THEN
            EXECUTE format('TRUNCATE pg_temp.%I', probe);
        ELSE
            EXECUTE format('CREATE TEMPORARY TABLE %I (probe name NOT NULL) TABLESPACE %I', probe, place.name);
        END IF;
        -- A row takes 92 bytes with its header and item pointer, so these take eight pages.
        EXECUTE format('INSERT INTO pg_temp.%I SELECT %L FROM generate_series(1, 680)', probe, 'probe');
    END LOOP;
    RETURN unproved;
END
$$;
REVOKE EXECUTE ON FUNCTION prove_growth FROM PUBLIC;
GRANT EXECUTE ON FUNCTION prove_growth TO chairside_server;
