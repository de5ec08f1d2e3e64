"""The 40 appointments of the queue as a filtered list, read from PostgreSQL and rendered for each answer. Without a mark."""

import json

import load
from bench import OURS, Bench

NAME, BY_DEFAULT = "list", False
SAYS = "a day's list, read for each answer, compared with pgbench selecting as many rows (no mark)"
WHAT = "list of a day"


def prepare(bench: Bench) -> list:
    desk = bench.desk
    bench.fill_peers_queue(json.loads(load.ask_once(desk.queue).content)["items"])
    return [
        bench.http(WHAT, OURS, lambda: desk.list),
        bench.pgbench(WHAT, "pgbench SELECT", "select_queue.sql", 8),
    ]
