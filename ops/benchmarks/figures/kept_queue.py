"""A queue that has not changed since somebody asked: from memory. Without a mark."""

import load
from bench import OURS, Bench
from peers.nginx import Nginx

NAME, BY_DEFAULT = "kept-queue", False
SAYS = "a queue that has not changed, sent whole, beside nginx sending a file (no mark)"
WHAT = "kept queue"


def prepare(bench: Bench) -> list:
    body = load.ask_once(bench.desk.queue).content
    series = [bench.http(WHAT, OURS, lambda: bench.desk.queue)]
    peer = bench.peer("nginx", lambda: bench.best(
        "nginx's workers", lambda port, workers: Nginx(body, port, workers, bench.scratch), lambda one: one.file))
    if peer:
        series.append(bench.http(WHAT, peer.name, lambda: peer.file))
    return series
