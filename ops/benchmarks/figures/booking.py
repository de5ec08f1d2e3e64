"""Many concurrent durable bookings."""

from bench import OURS, Bench

NAME, BY_DEFAULT = "booking", True
SAYS = "bookings a second, compared with pgbench's bare INSERTs and a FastAPI service"
WHAT = "booking"


def prepare(bench: Bench) -> list:
    # The warm-up runs fill the server's caches: a server runs for weeks, and has its patients' states in memory after some minutes.
    series = [bench.http(WHAT, OURS, lambda: bench.desk.booking, warm_up=4)]
    peer = bench.peer("FastAPI", lambda: bench.fastapi(lambda service: service.booking))
    if peer:
        series.append(bench.http(WHAT, peer.name, lambda: peer.booking))
    series.append(bench.pgbench(WHAT, "pgbench INSERT", bench.bare_insert(), 32))
    return series
