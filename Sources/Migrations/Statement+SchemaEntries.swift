import SQL

extension Statement {
    /// A statement that describes the schema `public` and the roles `chairside_…`: kind, table, name, and a text that
    /// changes whenever the part changes. White space and parentheses of expressions are left out, since releases of
    /// PostgreSQL write them differently; so are the names of tables before columns in views. The names of owners are
    /// left out; what belongs to another owner than the table `event` is described as such.
    static let schemaEntries: Statement = """
        WITH home AS (
            SELECT n.oid, n.nspowner, n.nspacl,
                (SELECT c.relowner FROM pg_class AS c WHERE c.relnamespace = n.oid AND c.relname = 'event') AS owner
            FROM pg_namespace AS n WHERE n.nspname = 'public'
        ), relation AS (
            SELECT c.*, format('%s', c.relname) AS name, c.relowner = h.owner AS is_ours
            FROM pg_class AS c JOIN home AS h ON h.oid = c.relnamespace
            WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f', 'c')
        ), routine AS (
            SELECT p.*, format('%s(%s)', p.proname, oidvectortypes(p.proargtypes)) AS name, p.proowner = h.owner AS is_ours
            FROM pg_proc AS p JOIN home AS h ON h.oid = p.pronamespace
            WHERE NOT EXISTS (
                SELECT FROM pg_depend AS d WHERE d.classid = 1255 AND d.objid = p.oid AND d.deptype = 'e')
        ), granted AS (
            SELECT 'rights' AS kind, r.name AS "table", '' AS name, r.relowner AS owner, x.grantee, x.privilege_type,
                x.is_grantable
            FROM relation AS r CROSS JOIN LATERAL aclexplode(r.relacl) AS x
            UNION ALL
            SELECT 'rights to column', r.name, format('%s', a.attname), r.relowner, x.grantee, x.privilege_type, x.is_grantable
            FROM relation AS r JOIN pg_attribute AS a ON a.attrelid = r.oid AND NOT a.attisdropped
            CROSS JOIN LATERAL aclexplode(a.attacl) AS x
            UNION ALL
            SELECT 'rights to function', '', p.name, p.proowner, x.grantee, x.privilege_type, x.is_grantable
            FROM routine AS p CROSS JOIN LATERAL aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) AS x
            UNION ALL
            SELECT 'rights to schema', '', 'public', h.nspowner, x.grantee, x.privilege_type, x.is_grantable
            FROM home AS h CROSS JOIN LATERAL aclexplode(h.nspacl) AS x
        ), entry AS (
            SELECT 'relation' AS kind, r.name AS "table", '' AS name,
                concat_ws(' ', r.relkind, r.relpersistence, r.relrowsecurity, r.relforcerowsecurity, r.is_ours,
                    r.relispartition,
                    CASE WHEN r.relkind IN ('v', 'm') THEN array_to_string(r.reloptions, ',') END,
                    CASE WHEN r.relkind IN ('v', 'm')
                        THEN regexp_replace(pg_get_viewdef(r.oid), '[a-z_0-9]+[.]', '', 'g') END) AS detail
            FROM relation AS r
            UNION ALL
            SELECT 'column', r.name, format('%s', a.attname),
                concat_ws(' ', format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity, a.attgenerated,
                    (SELECT c.collname FROM pg_collation AS c WHERE c.oid = a.attcollation AND c.collname <> 'default'),
                    (SELECT pg_get_expr(d.adbin, d.adrelid) FROM pg_attrdef AS d
                     WHERE d.adrelid = a.attrelid AND d.adnum = a.attnum))
            FROM relation AS r JOIN pg_attribute AS a ON a.attrelid = r.oid AND a.attnum > 0 AND NOT a.attisdropped
            UNION ALL
            SELECT 'constraint', r.name, format('%s', k.conname),
                concat_ws(' ', pg_get_constraintdef(k.oid), k.convalidated, k.condeferrable, k.condeferred)
            FROM relation AS r JOIN pg_constraint AS k ON k.conrelid = r.oid AND k.contype IN ('c', 'f', 'p', 'u', 'x')
            UNION ALL
            SELECT CASE WHEN i.indexprs IS NULL AND i.indpred IS NULL AND NOT i.indisunique THEN 'index'
                        ELSE 'index with a rule' END,
                r.name, format('%s', c.relname), concat_ws(' ', pg_get_indexdef(c.oid), i.indisvalid, i.indisunique)
            FROM relation AS r JOIN pg_index AS i ON i.indrelid = r.oid JOIN pg_class AS c ON c.oid = i.indexrelid
            UNION ALL
            SELECT 'trigger', r.name, format('%s', t.tgname),
                concat_ws(' ', pg_get_triggerdef(t.oid), t.tgenabled, n.nspname, p.proname)
            FROM relation AS r JOIN pg_trigger AS t ON t.tgrelid = r.oid AND NOT t.tgisinternal
            JOIN pg_proc AS p ON p.oid = t.tgfoid JOIN pg_namespace AS n ON n.oid = p.pronamespace
            UNION ALL
            SELECT 'switched-off trigger', r.name, '', 'of a foreign key'
            FROM relation AS r JOIN pg_trigger AS t ON t.tgrelid = r.oid AND t.tgisinternal AND t.tgenabled <> 'O'
            GROUP BY r.name
            UNION ALL
            SELECT 'policy', r.name, format('%s', p.polname),
                concat_ws(' ', p.polcmd, p.polpermissive,
                    (SELECT string_agg(CASE g.role WHEN 0 THEN 'public' ELSE format('%s', a.rolname) END, ','
                                       ORDER BY a.rolname)
                     FROM unnest(p.polroles) AS g (role) LEFT JOIN pg_roles AS a ON a.oid = g.role),
                    pg_get_expr(p.polqual, p.polrelid), '/', pg_get_expr(p.polwithcheck, p.polrelid))
            FROM relation AS r JOIN pg_policy AS p ON p.polrelid = r.oid
            UNION ALL
            SELECT 'rule', r.name, format('%s', w.rulename), concat_ws(' ', pg_get_ruledef(w.oid), w.ev_enabled)
            FROM relation AS r JOIN pg_rewrite AS w ON w.ev_class = r.oid
            WHERE NOT (r.relkind IN ('v', 'm') AND w.rulename = '_RETURN')
            UNION ALL
            SELECT 'inheritance', r.name, format('%s', c.relname), ''
            FROM relation AS r JOIN pg_inherits AS i ON i.inhparent = r.oid JOIN pg_class AS c ON c.oid = i.inhrelid
            UNION ALL
            SELECT 'function', '', p.name,
                concat_ws(' ', p.prokind, format_type(p.prorettype, NULL), p.proretset, l.lanname, p.provolatile,
                    p.proisstrict, p.prosecdef, p.proleakproof, p.is_ours, array_to_string(p.proconfig, ','), p.prosrc,
                    CASE WHEN p.prosqlbody IS NOT NULL THEN pg_get_function_sqlbody(p.oid) END)
            FROM routine AS p JOIN pg_language AS l ON l.oid = p.prolang
            UNION ALL
            SELECT 'type', '', format('%s', t.typname),
                concat_ws(' ', t.typtype, format_type(t.typbasetype, t.typtypmod), t.typnotnull, t.typdefault,
                    (SELECT string_agg(e.enumlabel, ',' ORDER BY e.enumsortorder) FROM pg_enum AS e
                     WHERE e.enumtypid = t.oid),
                    (SELECT string_agg(pg_get_constraintdef(k.oid), ',' ORDER BY k.conname) FROM pg_constraint AS k
                     WHERE k.contypid = t.oid AND k.contype = 'c'))
            FROM pg_type AS t JOIN home AS h ON h.oid = t.typnamespace WHERE t.typtype IN ('d', 'e', 'r')
            UNION ALL
            SELECT g.kind, g."table", concat_ws(' ', nullif(g.name, ''), 'for',
                    CASE g.grantee WHEN 0 THEN 'everybody' ELSE format('%s', a.rolname) END),
                string_agg(concat(g.privilege_type, CASE WHEN g.is_grantable THEN '*' END), ',' ORDER BY g.privilege_type)
            FROM granted AS g LEFT JOIN pg_roles AS a ON a.oid = g.grantee
            WHERE g.grantee <> g.owner
            GROUP BY g.kind, g."table", g.name, g.grantee, a.rolname
            UNION ALL
            SELECT 'default rights', '', concat_ws(' ', d.defaclobjtype, a.rolname), array_to_string(d.defaclacl, ',')
            FROM pg_default_acl AS d LEFT JOIN pg_roles AS a ON a.oid = d.defaclrole
            UNION ALL
            SELECT 'role', '', format('%s', r.rolname),
                concat_ws(' ', r.rolsuper, r.rolcreaterole, r.rolcreatedb, r.rolcanlogin, r.rolreplication, r.rolbypassrls,
                    (SELECT string_agg(format('%s', g.rolname), ',' ORDER BY g.rolname)
                     FROM pg_auth_members AS m JOIN pg_roles AS g ON g.oid = m.roleid WHERE m.member = r.oid))
            FROM pg_roles AS r WHERE starts_with(format('%s', r.rolname), 'chairside_')
            UNION ALL
            SELECT 'event trigger', '', format('%s', e.evtname), concat_ws(' ', e.evtevent, e.evtenabled)
            FROM pg_event_trigger AS e
            UNION ALL
            SELECT 'cast', '', concat_ws(' to ', format_type(c.castsource, NULL), format_type(c.casttarget, NULL)), ''
            FROM pg_cast AS c WHERE c.oid >= 16384 AND c.castsource < 16384 AND c.casttarget < 16384
            UNION ALL
            SELECT 'operator', '', concat_ws(' ', format_type(o.oprleft, NULL), o.oprname, format_type(o.oprright, NULL)), ''
            FROM pg_operator AS o JOIN home AS h ON h.oid = o.oprnamespace
            WHERE o.oprleft < 16384 AND o.oprright < 16384 AND NOT EXISTS (
                SELECT FROM pg_depend AS d WHERE d.classid = 2617 AND d.objid = o.oid AND d.deptype = 'e')
            UNION ALL
            SELECT 'setting', '', concat_ws(' ', split_part(s.line, '=', 1), 'for', coalesce(a.rolname, 'everybody')), s.line
            FROM pg_db_role_setting AS d CROSS JOIN LATERAL unnest(d.setconfig) AS s (line)
            LEFT JOIN pg_roles AS a ON a.oid = d.setrole
            WHERE d.setdatabase IN (0, (SELECT b.oid FROM pg_database AS b WHERE b.datname = current_database()))
                AND split_part(s.line, '=', 1) IN (
                    'search_path', 'session_replication_role', 'row_security', 'session_preload_libraries',
                    'local_preload_libraries')
        )
        SELECT kind, format('%s', "table"), format('%s', name), regexp_replace(detail, '[\\s()]+', '', 'g')
        FROM entry
        """
}
