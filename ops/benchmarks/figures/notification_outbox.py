"""The delivery of a full notification outbox to a fake of Apple's push service, by one server."""

import time

import processes
from bench import OURS, Bench, Series, say
from chairside import Chairside
from peers.push_service import PushService
from processor_time import ProcessorTime

NAME, BY_DEFAULT, TURNS = "outbox", False, 1
SAYS = "notifications a second from an outbox of --outbox-rows (no mark)"
WHAT = "notification outbox"
CLINICS = 16
OF_INBOX = 100  # The largest number of notifications in an inbox.
# Each person of each clinic has an account with one device, and an inbox. The inbox's trigger fills the outbox, as it does for events.
FILL = """
CREATE TEMP TABLE recipient AS
SELECT md5('clinic ' || clinic)::uuid AS clinic_id, md5('account ' || person)::uuid AS account_id,
    md5('session ' || person)::uuid AS session_id, gen_random_uuid() AS person_id
FROM generate_series(1, {clinics}) AS clinic CROSS JOIN generate_series(1, {persons}) AS person;

INSERT INTO account (account_id, email, name, created_at)
SELECT DISTINCT account_id, account_id || '@phones.example', 'Phone', now() FROM recipient;

INSERT INTO membership (clinic_id, account_id, role, subject_id, created_at)
SELECT clinic_id, account_id, 'patient', person_id, now() FROM recipient;

INSERT INTO session (
    session_id, clinic_id, account_id, role, subject_id, device_id, device_name, created_at, last_seen_at, refresh_secret,
    refreshed_at, refresh_expires_at)
SELECT DISTINCT ON (session_id) session_id, clinic_id, account_id, 'patient', person_id, 'phone', 'Phone', now(), now(),
    sha256('secret'), now(), now() + interval '30 days'
FROM recipient;

INSERT INTO user_device (
    user_device_id, platform, push_token, environment, clinic_id, account_id, session_id, registered_at)
SELECT gen_random_uuid(), 'ios', encode(sha256(person_id::text::bytea), 'hex'), 'production', clinic_id, account_id,
    session_id, now()
FROM recipient;

INSERT INTO notification_inbox (clinic_id, person_id, last_position, document)
SELECT clinic_id, person_id, {of_inbox}, json_build_object('recipient_id', person_id, 'items', (
    SELECT json_agg(json_build_object(
        'id', md5(person_id || ' ' || position)::uuid, 'position', position, 'type', 'payment.received', 'kind', 'payment',
        'subject_id', md5('payment ' || person_id || position)::uuid,
        'at', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
        'expires_at', to_char((now() + interval '7 days') AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')))
    FROM generate_series(1, {of_inbox}) AS position))
FROM recipient;
"""
STILL_WAITING = "SELECT EXISTS (SELECT FROM notification_outbox WHERE state IN ('queued', 'failed'))"
SENT = "SELECT count(*) FROM notification_outbox WHERE state = 'sent'"
UNSENT = "SELECT state, reason, count(*) FROM notification_outbox WHERE state <> 'sent' GROUP BY 1, 2 ORDER BY 3 DESC LIMIT 5"
LAST_SENT = "SELECT max(settled_at) FROM notification_outbox"
PATIENCE = 60  # If no row is settled for so many seconds, the server does not deliver.


def prepare(bench: Bench) -> list:
    rows = bench.chosen.outbox_rows
    persons = max(1, rows // (CLINICS * OF_INBOX))
    rows = persons * CLINICS * OF_INBOX
    service = bench.start(lambda port: PushService(port, bench.scratch))
    ours = bench.chairside(bench.databases.create("outbox"))
    ours.command("migrate")
    database = bench.databases.named("outbox", bench.databases.admin)
    say(f"Filling the outbox with {rows:,} rows")
    bench.databases.sql(database, FILL.format(clinics=CLINICS, persons=persons, of_inbox=OF_INBOX))
    filled = int(bench.databases.sql(database, "SELECT count(*) FROM notification_outbox"))
    if filled != rows:
        raise processes.Unusable(f"the outbox has {filled:,} rows, not {rows:,}")
    bench.databases.settle("outbox")
    return [Series(WHAT, f"{OURS}, {rows:,} rows", lambda: drain(bench, ours, service, database, rows), warm_up=0)]


def drain(bench: Bench, ours: Chairside, service: PushService, database: str, rows: int) -> dict:
    """Measures from the server's readiness until no row waits."""
    # The inboxes are no fold of events, so they are not audited.
    ours.serve(bench.chosen.loops, "--projection-audit-rate", "0", *service.options)
    used, began = ProcessorTime(ours.process.pid, bench.databases.process), time.monotonic()
    service_before = processes.processor_seconds_of(service.process.pid)
    last, last_at = "", began
    while bench.databases.sql(database, STILL_WAITING).strip() == "t":
        now, sent_at = time.monotonic(), bench.databases.sql(database, LAST_SENT)
        if sent_at != last:
            last, last_at = sent_at, now
        if now - last_at > PATIENCE:
            raise processes.Unusable(f"no notification was sent for {PATIENCE} s: {bench.databases.sql(database, UNSENT).split()}")
        time.sleep(0.2)
    took = time.monotonic() - began
    each = used.each(rows)
    # The processor time of the push service shows that the service was not the limit: its core was idle for the rest of the time.
    each["generator_us"] = (processes.processor_seconds_of(service.process.pid) - service_before) * 1e6 / rows
    sent = int(bench.databases.sql(database, SENT))
    if sent != rows:
        raise processes.Unusable(f"{sent:,} of {rows:,} notifications were sent: {bench.databases.sql(database, UNSENT).split()}")
    return {"per_second": rows / took, "memory_mb": processes.memory_of(ours.process.pid), **each}
