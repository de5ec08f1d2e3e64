"""One booking at a time: how long a person waits whose clinic has nothing else to do."""

from bench import OURS, Bench

NAME, BY_DEFAULT = "lone", True
SAYS = "one booking at a time beside one bare INSERT at a time"
WHAT = "lone booking"


def prepare(bench: Bench) -> list:
    return [
        bench.http(WHAT, OURS, lambda: bench.desk.booking, connections=1),
        bench.pgbench(WHAT, "pgbench INSERT", bench.bare_insert(), 1),
    ]
