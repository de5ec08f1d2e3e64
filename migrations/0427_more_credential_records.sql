-- Records of the changes to what else gives access: paired clients and tablets, recovery codes, consents to health samples, and webhooks.
-- As with accounts, a record holds a digest, and a row that disagrees with its last record was changed past the triggers.

CREATE FUNCTION credential_of(c paired_client) RETURNS credential LANGUAGE sql STABLE PARALLEL SAFE
    RETURN ROW(
        '00000000-0000-0000-0000-000000000000'::uuid, 'paired_client', c.client_id::text,
        digest_of(c.account_id::text, encode(c.digest, 'hex'), microseconds(c.expires_at), (c.ended_at IS NULL)::text))::credential;
CREATE FUNCTION credential_of(t tablet) RETURNS credential LANGUAGE sql STABLE PARALLEL SAFE
    RETURN ROW(
        t.clinic_id, 'tablet', t.tablet_id::text,
        digest_of(encode(t.code, 'hex'), t.scope, t.paired_by::text, (t.unpaired_at IS NULL)::text))::credential;
CREATE FUNCTION credential_of(r recovery_code) RETURNS credential LANGUAGE sql STABLE PARALLEL SAFE
    RETURN ROW(
        '00000000-0000-0000-0000-000000000000'::uuid, 'recovery_code',
        r.account_id || '/' || encode(digest_of(r.account_id::text, encode(r.code, 'hex')), 'hex'),
        digest_of((r.used_at IS NULL)::text))::credential;
CREATE FUNCTION credential_of(h health_consent) RETURNS credential LANGUAGE sql STABLE PARALLEL SAFE
    RETURN ROW(
        h.clinic_id, 'health_consent', h.clinic_id || '/' || h.account_id,
        digest_of(microseconds(h.agreed_at)))::credential;
-- The receivers of a clinic's messages, and the secrets that sign these.
CREATE FUNCTION credential_of(w webhook) RETURNS credential LANGUAGE sql STABLE PARALLEL SAFE
    RETURN ROW(
        w.clinic_id, 'webhook', w.clinic_id || '/' || w.webhook_id,
        digest_of(
            w.url, array_to_string(w.event_types, ' '), w.state, encode(w.secret, 'hex'), encode(w.old_secret, 'hex')))::credential;

CREATE OR REPLACE VIEW credential_state WITH (security_invoker) AS
    SELECT (c).* FROM (
        SELECT credential_of(a) AS c FROM account AS a
        UNION ALL SELECT credential_of(m) FROM membership AS m
        UNION ALL SELECT credential_of(f) FROM second_factor AS f
        UNION ALL SELECT credential_of(p) FROM device_pin AS p
        UNION ALL SELECT credential_of(c) FROM paired_client AS c
        UNION ALL SELECT credential_of(t) FROM tablet AS t
        UNION ALL SELECT credential_of(r) FROM recovery_code AS r
        UNION ALL SELECT credential_of(h) FROM health_consent AS h
        UNION ALL SELECT credential_of(w) FROM webhook AS w
    ) AS every;

CREATE TRIGGER record_credential AFTER INSERT OR DELETE OR UPDATE OF account_id, digest, expires_at, ended_at
    ON paired_client FOR EACH ROW EXECUTE FUNCTION record_credential();
CREATE TRIGGER record_credential AFTER INSERT OR DELETE OR UPDATE OF clinic_id, code, scope, paired_by, unpaired_at
    ON tablet FOR EACH ROW EXECUTE FUNCTION record_credential();
CREATE TRIGGER record_credential AFTER INSERT OR DELETE OR UPDATE OF code, used_at
    ON recovery_code FOR EACH ROW EXECUTE FUNCTION record_credential();
CREATE TRIGGER record_credential AFTER INSERT OR DELETE OR UPDATE OF agreed_at
    ON health_consent FOR EACH ROW EXECUTE FUNCTION record_credential();
CREATE TRIGGER record_credential AFTER INSERT OR DELETE OR UPDATE OF url, event_types, state, secret, old_secret
    ON webhook FOR EACH ROW EXECUTE FUNCTION record_credential();
