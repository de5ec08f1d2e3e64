"""A server with many open connections without requests, like those of a clinic's apps."""

import resource
import socket

import load
import processes
from bench import OURS, Bench, Series
from desk import Desk
from idle_connections import ask, resident_kilobytes

NAME, BY_DEFAULT = "idle", True
SAYS = "resident memory with --idle connections"
WHAT = "idle connections"


def prepare(bench: Bench) -> list:
    count, hard = bench.chosen.idle, resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    if hard != resource.RLIM_INFINITY and hard < count + 200:
        raise processes.Unusable(f"{count + 200} open files are needed and {hard} allowed")
    resource.setrlimit(resource.RLIMIT_NOFILE, (count + 200, hard))
    return [Series(WHAT, f"{OURS}, {count:,}", lambda: resident(bench, count), warm_up=0)]


def resident(bench: Bench, count: int) -> dict:
    """Returns the resident memory of a new server that has served some requests of each kind."""
    desk: Desk = bench.desk
    desk.chairside.serve(bench.chosen.loops)
    for target in (desk.booking, desk.queue, desk.slots):
        load.run(target, bench.chosen.connections, 1)
    port, connections = desk.chairside.port, []
    try:
        for _ in range(count):
            connections.append(socket.create_connection(("127.0.0.1", port), timeout=10))
            ask(connections[-1], "/readyz", port)
        return {"memory_mb": resident_kilobytes(desk.chairside.process.pid) / 1024}
    except OSError as problem:
        raise processes.Unusable(f"after {len(connections):,} connections: {problem}")
    finally:
        for connection in connections:
            connection.close()
