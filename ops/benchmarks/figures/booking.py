"""Durable bookings, many at a time."""

from bench import OURS, Bench

NAME, BY_DEFAULT = "booking", True
SAYS = "bookings a second beside pgbench's bare INSERTs and a FastAPI service"
WHAT = "booking"


def prepare(bench: Bench) -> list:
    # Servers run for weeks, and what they keep in memory of each patient is there after the first minutes of them.
    series = [bench.http(WHAT, OURS, lambda: bench.desk.booking, warm_up=4)]
    peer = bench.peer("FastAPI", lambda: bench.fastapi(lambda service: service.booking))
    if peer:
        series.append(bench.http(WHAT, peer.name, lambda: peer.booking))
    series.append(bench.pgbench(WHAT, "pgbench INSERT", bench.bare_insert(), 32))
    return series
