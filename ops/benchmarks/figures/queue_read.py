"""A queue of 40 entries that has changed since anybody asked: read from PostgreSQL and rendered for each answer."""

import json
import time

import load
import processes
from bench import OURS, Bench, Series

NAME, BY_DEFAULT = "queue", True
SAYS = "a queue that changed, beside the same rows by a FastAPI service and by pgbench"
WHAT = "changed queue"


def prepare(bench: Bench) -> list:
    desk = bench.desk
    bench.fill_peers_queue(json.loads(load.ask_once(desk.queue).content)["items"])
    series = [Series(WHAT, OURS, lambda: read(bench))]
    peer = bench.peer("FastAPI", lambda: bench.fastapi(lambda service: service.queue))
    if peer:
        series.append(bench.http(WHAT, peer.name, lambda: peer.queue))
    series.append(bench.pgbench(WHAT, "pgbench SELECT", "select_queue.sql", 8))
    return series


def read(bench: Bench) -> dict:
    """Measures, and sees to it that PostgreSQL was asked each time."""
    before = reads(bench)
    outcome = load.run(bench.desk.changed_queue, bench.chosen.connections, bench.chosen.seconds)
    time.sleep(1.1)  # PostgreSQL's processes tell their counts once a second
    asked = reads(bench) - before
    # What they read in their last second, they may tell later.
    least = outcome["per_second"] * max(0, bench.chosen.seconds - 1.5) * 0.9
    if asked < least:
        raise processes.Unusable(f"PostgreSQL was asked {asked:,} times in {outcome['per_second']:,.0f} answers a second")
    return outcome


def reads(bench: Bench) -> int:
    """How often the queue's table was read."""
    return int(bench.databases.sql(
        bench.databases.owner, "SELECT sum(seq_scan + idx_scan) FROM pg_stat_user_tables WHERE relname = 'appointment'"))
