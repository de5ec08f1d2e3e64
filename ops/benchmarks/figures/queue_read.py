"""A queue of 40 entries that has changed since the client's last request."""

import json

import changing
import load
from bench import OURS, Bench, Series

NAME, BY_DEFAULT = "queue", True
SAYS = "a queue that keeps changing, compared with the same rows by a FastAPI service and by pgbench"
WHAT = "changed queue"


def prepare(bench: Bench) -> list:
    desk, chosen = bench.desk, bench.chosen
    bench.fill_peers_queue(json.loads(load.ask_once(desk.queue).content)["items"])
    series = [Series(WHAT, OURS, lambda: changing.read(
        desk, chosen.connections, chosen.seconds, postgres=bench.databases.process))]
    peer = bench.peer("FastAPI", lambda: bench.fastapi(lambda service: service.queue))
    if peer:
        series.append(bench.http(WHAT, peer.name, lambda: peer.queue))
    series.append(bench.pgbench(WHAT, "pgbench SELECT", "select_queue.sql", 8))
    return series
