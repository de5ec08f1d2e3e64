"""A queue that has not changed, sent whole from memory. Without a mark."""

import load
from bench import OURS, Bench

NAME, BY_DEFAULT = "kept-queue", False
SAYS = "a queue that has not changed, sent whole, compared with nginx sending a file (no mark)"
WHAT = "kept queue"


def prepare(bench: Bench) -> list:
    body = load.ask_once(bench.desk.queue).content
    return [bench.http(WHAT, OURS, lambda: bench.desk.queue)] + bench.nginx(WHAT, body, lambda one: one.file)
