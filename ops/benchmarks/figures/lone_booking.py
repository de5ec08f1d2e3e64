"""One booking at a time: the time that a person waits if there is no other load."""

from bench import OURS, Bench

NAME, BY_DEFAULT = "lone", True
SAYS = "one booking at a time, compared with one bare INSERT at a time"
WHAT = "lone booking"


def prepare(bench: Bench) -> list:
    return [
        bench.http(WHAT, OURS, lambda: bench.desk.booking, connections=1),
        bench.pgbench(WHAT, "pgbench INSERT", bench.bare_insert(), 1),
    ]
