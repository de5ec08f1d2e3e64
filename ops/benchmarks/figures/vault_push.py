"""Pushes of new entities into the vaults of many accounts."""

import load
import processes
from bench import OURS, Bench, Series
from blobs import BLOB_BYTES, BLOBS_OF_PUSH, PHONES
from phones import Phones

NAME, BY_DEFAULT = "vault-push", False
SAYS = "blobs a second that phones push into their vaults (no mark)"
WHAT = "vault push, per blob"
CONNECTIONS = 16
# One transaction inserts as many rows as a push, with the columns and indexes of the table of vaults' entities.
BARE_PUSH = f"""
\\set account random(1, {PHONES})
INSERT INTO bare_blob (
    account_id, entity_id, entity_type, version, feed_position, is_deleted, blob, digest, session_id, changed_at)
SELECT md5(:account::text)::uuid, gen_random_uuid(), 'medication', 1, nextval('bare_blob_position'), false,
    decode(repeat('a7', {BLOB_BYTES}), 'hex'), sha256('blob'), md5(:account::text)::uuid, now()
FROM generate_series(1, {BLOBS_OF_PUSH});
"""


def prepare(bench: Bench) -> list:
    phones, connections = bench.phones, min(CONNECTIONS, bench.chosen.connections)
    series = [Series(WHAT, OURS, lambda: push(bench, phones, connections))]
    peer = bench.peer("FastAPI", lambda: bench.fastapi(lambda service: service.vault_push))
    if peer:
        series.append(per_blob(bench.http(WHAT, peer.name, lambda: peer.vault_push, connections)))
    series.append(per_blob(bench.pgbench(WHAT, "pgbench INSERT", bench.script("bare_push.sql", BARE_PUSH), connections)))
    return series


def push(bench: Bench, phones: Phones, connections: int) -> dict:
    """Measures pushes, and counts the stored entities."""
    database = bench.databases.named("chairside", bench.databases.admin)
    count = "SELECT count(*) FROM vault_entity"
    before = int(bench.databases.sql(database, count))
    outcome = load.run(phones.push, connections, bench.chosen.seconds, postgres=bench.databases.process)
    stored = int(bench.databases.sql(database, count)) - before
    if stored < outcome["per_second"] * bench.chosen.seconds * BLOBS_OF_PUSH * 0.9:
        raise processes.Unusable(f"only {stored} entities were stored")
    return load.of_each(outcome, BLOBS_OF_PUSH)


def per_blob(series: Series) -> Series:
    return Series(series.what, series.who, lambda: load.of_each(series.measure(), BLOBS_OF_PUSH), series.warm_up)
