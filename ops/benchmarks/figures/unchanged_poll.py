"""A poll of an unchanged queue: 304, with token and session checked."""

import load
from bench import OURS, Bench

NAME, BY_DEFAULT = "poll", True
SAYS = "a poll that gets 304, compared with nginx's 304 for a file"
WHAT = "unchanged poll"


def prepare(bench: Bench) -> list:
    body = load.ask_once(bench.desk.queue).content
    return [bench.http(WHAT, OURS, lambda: bench.desk.poll)] + bench.nginx(WHAT, body, lambda one: one.poll)
