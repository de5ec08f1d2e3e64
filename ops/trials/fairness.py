"""Measures how much one person's heavy requests slow down another clinic.

    fairness.py --port PORT --server PROCESS [--connections 60] [--rounds 5] [--seconds 2] [--floor 40] [--only NAME]

For each heavy operation of the description, the waits of another clinic's doctor for `/me` and `/livez` are measured in pairs of rounds:
one without load, one with it. Of each, the middle one of the rounds' 99th percentiles counts. Fails if that with load is above three
times that without, and above a floor in milliseconds, below which the noise of a shared machine is larger than what is measured. A
failure is measured a second time, with more rounds, and counts if it repeats. In each round with load, the other clinic also sends the
same heavy request once: it must be answered.

The load comes from a process of its own with a low priority, since it shares the cores with the server.
"""

import argparse
import asyncio
import multiprocessing
import statistics
import time

from clinic_api import authorized
from fairness_loads import Finder, Load, hammer, send
from http_client import Connection, NotSent, OutcomeUnknown

FACTOR = 3
PAUSE = 0.004
PATHS = ("/api/v1/me", "/livez")
# Each of these kinds of heavy operations must be among those that are tried.
KINDS = ("application/pdf", "text/csv", "text/html", "search", "upload", "export", "history", "thumbnail")
SLOW_UPLOADS = 120
# The server keeps at most this much memory more than before, in megabytes.
MOST_GROWTH = 256


async def waits(port: int, token: str, seconds: float) -> dict:
    """The waits of a normal client in milliseconds, by path."""
    connections = {path: Connection(port) for path in PATHS}
    found = {path: [] for path in PATHS}
    end = time.monotonic() + seconds
    while time.monotonic() < end or len(found[PATHS[0]]) < 10:
        for path, connection in connections.items():
            began = time.perf_counter()
            answer = await connection.request("GET", path, authorized(token))
            if answer.status != 200:
                raise SystemExit(f"{path} of another clinic: {answer.status}")
            found[path].append((time.perf_counter() - began) * 1000)
        await asyncio.sleep(PAUSE)
    for connection in connections.values():
        connection.close()
    return found


def p99(values: list) -> float:
    return sorted(values)[len(values) * 99 // 100]


def memory(server: int) -> int:
    """The resident memory of the server in megabytes."""
    with open(f"/proc/{server}/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS:")) // 1024


async def same_request(port: int, load: Load | None) -> str:
    """Sends the heavy request of the other clinic once.

    Returns how it was refused; an empty string if it was answered."""
    if load is None:
        return ""
    connection = Connection(port)
    try:
        answer = await send(connection, load)
        return "" if answer.status < 300 else f"the other clinic got {answer.status} {answer.body[:200]!r}"
    except (NotSent, OutcomeUnknown) as problem:
        return f"the other clinic got no answer: {problem}"
    finally:
        connection.close()


class Trial:
    def __init__(self, options, doctor: str):
        self.options, self.doctor = options, doctor

    async def failure(self, load: Load, own: Load | None, rounds: int) -> str:
        """Measures a load; returns what is wrong, or an empty string."""
        port, idle, loaded = self.options.port, {path: [] for path in PATHS}, {path: [] for path in PATHS}
        # There are more slow uploads than the server takes at once.
        connections = max(self.options.connections, SLOW_UPLOADS if load.is_slow else 0)
        counts, problem, took = multiprocessing.Array("l", 3), "", 0.0
        for number in range(2 * rounds):
            if number % 2 == 0:
                found, kept = await waits(port, self.doctor, self.options.seconds), idle
            else:
                process = multiprocessing.Process(
                    target=hammer, args=(port, load, connections, counts), daemon=True)
                process.start()
                try:
                    await asyncio.sleep(1 if load.is_slow else 0.2)
                    began = time.monotonic()
                    request = asyncio.ensure_future(same_request(port, own))
                    found, kept = await waits(port, self.doctor, self.options.seconds), loaded
                    problem = await request or problem
                    took = max(took, time.monotonic() - began - self.options.seconds)
                finally:
                    process.kill()
                    process.join()
            for path in PATHS:
                kept[path].append(p99(found[path]))
        texts = []
        for path in PATHS:
            alone, beside = statistics.median(idle[path]), statistics.median(loaded[path])
            texts.append(f"{path.rsplit('/', 1)[-1]} {alone:.1f} → {beside:.1f} ms")
            if beside > max(FACTOR * alone, self.options.floor):
                problem = problem or f"{path} of another clinic takes {beside:.1f} ms, and {alone:.1f} ms without load"
        print(f"    {load.name} ({load.kind}): {', '.join(texts)}; {counts[0]} answers, {counts[1]} refused, {counts[2]} broken; "
              f"{memory(self.options.server)} MB" + (f"; own waited {took:.1f} s longer" if took > 0.5 else ""), flush=True)
        return problem


async def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--port", type=int, required=True)
    arguments.add_argument("--server", type=int, required=True)
    arguments.add_argument("--connections", type=int, default=60)
    arguments.add_argument("--rounds", type=int, default=5)
    arguments.add_argument("--seconds", type=float, default=2)
    arguments.add_argument("--floor", type=float, default=40)
    arguments.add_argument("--only", default="")
    options = arguments.parse_args()

    description = (await Connection(options.port).request("GET", "/openapi.json")).json()
    busy, quiet = Finder(options.port, "spree", description), Finder(options.port, "harbor", description)
    await busy.sign_in()
    await quiet.sign_in()
    own = {load.name: load for load in await quiet.loads()}
    loads = await busy.loads()
    trial = Trial(options, quiet.tokens["doctor"])
    before, failures = memory(options.server), []
    chosen = [load for load in loads if options.only in load.name]
    for load in chosen:
        # The other clinic's upload is not slow.
        beside = own.get(load.name.removesuffix(", slowly"))
        if await trial.failure(load, beside, options.rounds):
            if problem := await trial.failure(load, beside, 2 * options.rounds):
                failures.append(f"{load.name}: {problem}")
    print(f"    memory: {before} MB before, {memory(options.server)} MB after; {len(chosen)} heavy operations")
    if memory(options.server) > before + MOST_GROWTH:
        failures.append("the server keeps the memory of heavy answers")
    if missing := [kind for kind in KINDS if kind not in {load.kind for load in loads}]:
        failures.append(f"no operation was tried of: {', '.join(missing)}")
    for each in failures:
        print(f"    too slow or refused: {each}")
    raise SystemExit(1 if failures else 0)


if __name__ == "__main__":
    asyncio.run(main())
