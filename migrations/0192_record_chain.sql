-- A second chain for each clinic, over what is kept beside its events: who looked at whose data, the security log, records of
-- credentials, and the stored answers to commands. Written each minute by the role that chains events; what it means stands
-- in ops/provable-history.md.

CREATE TABLE record_segment (
    -- All zeros for what belongs to no clinic.
    clinic_id     uuid        NOT NULL,
    number        bigint      NOT NULL CHECK (number > 0),
    source        text        NOT NULL COLLATE "C"
        CHECK (source IN ('patient_access', 'security_event', 'credential_record', 'command')),
    sealed_at     timestamptz NOT NULL,
    -- The greatest id in it; all zeros for commands.
    last_id       uuid        NOT NULL,
    -- Of commands: the position of the last event whose command is in this segment or before it. 0 for other sources.
    last_position bigint      NOT NULL,
    -- Of each row 32 bytes: its id, and the first half of its digest. Empty where no event had a command.
    items         bytea       NOT NULL CHECK (octet_length(items) <= 16000 AND octet_length(items) % 32 = 0),
    -- SHA-256 of the hash before it and of this segment's digest.
    hash          bytea       NOT NULL CHECK (octet_length(hash) = 32),
    PRIMARY KEY (clinic_id, number)
);
CREATE INDEX record_segment_source ON record_segment (clinic_id, source, last_id);
CREATE INDEX record_segment_position ON record_segment (clinic_id, last_position) WHERE source = 'command';

-- Ends of these chains that were signed; `number` is that of the segment.
CREATE TABLE record_head (
    clinic_id uuid        NOT NULL,
    number    bigint      NOT NULL CHECK (number > 0),
    hash      bytea       NOT NULL CHECK (octet_length(hash) = 32),
    signed_at timestamptz NOT NULL,
    key_id    text        NOT NULL COLLATE "C",
    signature bytea       NOT NULL,
    PRIMARY KEY (clinic_id, number)
);

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON record_segment
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON record_head
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE POLICY all_clinics_chained ON patient_access FOR SELECT TO chairside_chainer USING (true);
CREATE POLICY all_clinics_chained ON security_event FOR SELECT TO chairside_chainer USING (true);
GRANT SELECT ON patient_access, security_event, credential_record, command TO chairside_chainer;
GRANT SELECT, INSERT ON record_segment, record_head TO chairside_chainer;

CREATE FUNCTION microseconds(moment timestamptz) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN (extract(epoch FROM moment) * 1000000)::bigint::text;

CREATE FUNCTION record_digest(a patient_access) RETURNS bytea LANGUAGE sql STABLE PARALLEL SAFE
    RETURN digest_of(
        microseconds(a.accessed_at), a.account_id::text, a.subject_id::text, a.role, a.operation,
        array_to_string(a.patients, ','));
CREATE FUNCTION record_digest(e security_event) RETURNS bytea LANGUAGE sql STABLE PARALLEL SAFE
    RETURN digest_of(microseconds(e.at), e.type, e.account_id::text, e.actor_id::text, e.detail::text);
CREATE FUNCTION record_digest(r credential_record) RETURNS bytea LANGUAGE sql STABLE PARALLEL SAFE
    RETURN digest_of(r.number::text, r.source, r.key, encode(r.digest, 'hex'));
-- Without the request's hash, which an erasure empties. An answer that was dropped since then cannot be compared.
CREATE FUNCTION record_digest(c command) RETURNS bytea LANGUAGE sql STABLE PARALLEL SAFE
    RETURN digest_of(c.actor::text, c.first_position::text, c.last_position::text, c.answer, c.location);

-- The least version 7 id of a moment.
CREATE FUNCTION first_id(moment timestamptz) RETURNS uuid LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN rpad(lpad(to_hex(greatest(0, floor(extract(epoch FROM moment) * 1000))::bigint), 12, '0'), 32, '0')::uuid;
-- The moment of a version 7 id.
CREATE FUNCTION moment_of(id uuid) RETURNS timestamptz LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN to_timestamp(('x' || lpad(substr(replace(id::text, '-', ''), 1, 12), 16, '0'))::bit(64)::bigint / 1000.0);

-- What the hash of a clinic's first segment is made with.
CREATE FUNCTION start_of_records(clinic uuid) RETURNS bytea LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN sha256(convert_to('chairside records 1', 'UTF8') || uuid_send(clinic));

-- The rows in a segment.
CREATE FUNCTION sealed_rows(items bytea) RETURNS TABLE (id uuid, digest bytea) LANGUAGE sql IMMUTABLE PARALLEL SAFE
BEGIN ATOMIC
    SELECT encode(substr(items, 32 * n + 1, 16), 'hex')::uuid, substr(items, 32 * n + 17, 16)
    FROM generate_series(0, octet_length(items) / 32 - 1) AS n;
END;

CREATE FUNCTION segment_digest(s record_segment) RETURNS bytea LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN sha256(
        uuid_send(s.clinic_id) || int8send(s.number) || sha256(convert_to(s.source, 'UTF8'))
        || convert_to(microseconds(s.sealed_at), 'UTF8') || uuid_send(s.last_id) || int8send(s.last_position) || s.items);

-- A clinic's rows of a log that are in no segment yet. Rows are looked for from a time before the last one that is sealed, since
-- transactions do not end in the order of their ids.
CREATE FUNCTION unsealed_rows(in_clinic uuid, overlap interval, most integer)
RETURNS TABLE (source text, id uuid, digest bytea) LANGUAGE plpgsql STABLE AS $$
DECLARE
    log text;
    since uuid;
BEGIN
    FOREACH log IN ARRAY ARRAY['patient_access', 'security_event', 'credential_record'] LOOP
        SELECT first_id(moment_of(s.last_id) - overlap) INTO since
        FROM record_segment AS s WHERE s.clinic_id = in_clinic AND s.source = log
        ORDER BY s.last_id DESC LIMIT 1;
        RETURN QUERY EXECUTE format(
            'WITH sealed AS MATERIALIZED (
                 SELECT i.id FROM record_segment AS s CROSS JOIN sealed_rows(s.items) AS i
                 WHERE s.clinic_id = $1 AND s.source = %1$L AND s.last_id >= $2
             ), unsealed AS MATERIALIZED (
                 SELECT l.%2$I AS id FROM %1$I AS l
                 WHERE l.clinic_id = $1 AND l.%2$I >= $2 AND NOT EXISTS (SELECT FROM sealed AS s WHERE s.id = l.%2$I)
                 ORDER BY l.%2$I LIMIT $3
             )
             SELECT %1$L, u.id, record_digest(l) FROM unsealed AS u JOIN %1$I AS l ON l.clinic_id = $1 AND l.%2$I = u.id',
            log,
            CASE log WHEN 'patient_access' THEN 'access_id' WHEN 'security_event' THEN 'event_id' ELSE 'record_id' END)
        USING in_clinic, coalesce(since, '00000000-0000-0000-0000-000000000000'), most;
    END LOOP;
END
$$;

-- Adds a segment to a clinic's chain.
CREATE FUNCTION add_segment(in_clinic uuid, source text, last_id uuid, last_position bigint, items bytea)
RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    segment record_segment;
BEGIN
    SELECT * INTO segment FROM record_segment WHERE clinic_id = in_clinic ORDER BY number DESC LIMIT 1;
    IF NOT FOUND THEN
        segment.clinic_id := in_clinic;
        segment.number := 0;
        segment.hash := start_of_records(in_clinic);
    END IF;
    segment.number := segment.number + 1;
    segment.source := add_segment.source;
    segment.sealed_at := clock_timestamp();
    segment.last_id := add_segment.last_id;
    segment.last_position := add_segment.last_position;
    segment.items := add_segment.items;
    segment.hash := sha256(segment.hash || segment_digest(segment));
    INSERT INTO record_segment SELECT segment.*;
    RETURN octet_length(segment.items) / 32;
END
$$;

-- Seals up to `most` rows of each clinic and source. Returns how many rows were sealed, and events looked at for commands.
CREATE FUNCTION seal_records(overlap interval, most integer) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    clinic uuid;
    part record;
    done bigint;
    until bigint;
    work bigint := 0;
BEGIN
    FOR clinic, until IN
        SELECT clinic_id, last_position FROM clinic_feed
        UNION ALL SELECT '00000000-0000-0000-0000-000000000000', 0
        ORDER BY 1
    LOOP
        FOR part IN
            SELECT r.source, max(r.id::text)::uuid AS last_id,
                   string_agg(uuid_send(r.id) || substr(r.digest, 1, 16), '' ORDER BY r.n) AS items
            FROM (SELECT u.*, row_number() OVER (PARTITION BY u.source ORDER BY u.id) AS n
                  FROM unsealed_rows(clinic, overlap, most) AS u) AS r
            GROUP BY r.source, (r.n - 1) / 500
            ORDER BY r.source, (r.n - 1) / 500
        LOOP
            work := work + add_segment(clinic, part.source, part.last_id, 0, part.items);
        END LOOP;
        done := coalesce(
            (SELECT max(last_position) FROM record_segment WHERE clinic_id = clinic AND source = 'command'), 0);
        until := least(until, done + most);
        WHILE done < until LOOP
            SELECT coalesce(string_agg(uuid_send(c.command_id) || substr(record_digest(c), 1, 16), '' ORDER BY e.position), '')
                AS items
            INTO part
            FROM event AS e
            JOIN command AS c ON c.clinic_id = clinic AND c.command_id = e.command_id AND c.first_position = e.position
            WHERE e.clinic_id = clinic AND e.position > done AND e.position <= least(until, done + 500);
            work := work + least(until - done, 500);
            done := least(until, done + 500);
            PERFORM add_segment(clinic, 'command', '00000000-0000-0000-0000-000000000000', done, part.items);
        END LOOP;
    END LOOP;
    RETURN work;
END
$$;
