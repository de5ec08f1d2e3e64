"""A queue that has not changed since this client asked: 304, with token and session checked."""

import load
from bench import OURS, Bench
from peers.nginx import Nginx

NAME, BY_DEFAULT = "poll", True
SAYS = "a poll that answers 304, beside nginx's 304 for a file"
WHAT = "unchanged poll"


def prepare(bench: Bench) -> list:
    body = load.ask_once(bench.desk.queue).content
    series = [bench.http(WHAT, OURS, lambda: bench.desk.poll)]
    peer = bench.peer("nginx", lambda: bench.best(
        "nginx's workers", lambda port, workers: Nginx(body, port, workers, bench.scratch), lambda one: one.poll))
    if peer:
        series.append(bench.http(WHAT, peer.name, lambda: peer.poll))
    return series
