"""Measures how much one person's heavy requests slow down another clinic.

    fairness.py --port PORT --server PROCESS [--short] [--connections 60] [--rounds 5] [--seconds 2] [--only NAME]

For each heavy operation of the description, rounds of three kinds alternate: alone, beside as many connections that repeat `/livez`
(the control: it shows what the load costs by its number of requests and by the cores that its client takes), and beside the heavy
requests. In each round another clinic's doctor asks for `/me` and `/livez`, and repeats the heavy request of that clinic. Medians are
compared, so that a pause of the machine in one round does not count. Three things are faults:

- The loops do not serve others: the median of the rounds' 99th percentiles of `/me` or `/livez` is above three times that of both other
  kinds of rounds, above each round of the other kinds (the noise of this machine at this time), and above `FLOOR`.
- Clinics do not take turns: the other clinic waits for its heavy answer longer than three times as long as alone and beside the control
  and longer than `FLOOR`, and meanwhile the first person gets answers to more than a sixth of that person's requests. This number of answers does not depend on
  the speed of the machine: without turns it is about the number of connections or waiters, and with turns it is a few.
- The other clinic's heavy request is refused.

A fault is measured a second time, with twice as many rounds, and counts if it repeats.

The load comes from a process of its own with a low priority, since it shares the cores with the server.
"""

import argparse
import asyncio
import multiprocessing
import statistics
import sys
import time

from clinic_api import authorized
from fairness_loads import ANSWERED, BROKEN, REFUSED, SENT, Finder, Load, hammer, send
from http_client import Connection, NotSent, OutcomeUnknown

FACTOR = 3
PAUSE = 0.004
PATHS = ("/api/v1/me", "/livez")
KINDS_OF_ROUNDS = ("alone", "control", "loaded")
# Below this, in milliseconds, a wait is no fault: a few threads of a normal priority, such as those of PostgreSQL, have each core for
# some milliseconds before the server's thread has its turn.
FLOOR = 25
# The short form tries one operation of each line: heavy answers, printing, searches in documents and in memory, uploads, thumbnails.
SHORT = ("exportPatient", "exportPatientAsFile", "findPatients", "listSlots", "addFile", "addFile, slowly", "thumbnail that fails")
# Each of these kinds of heavy operations must be among those that are tried.
KINDS = ("application/pdf", "text/csv", "text/html", "search", "upload", "export", "history", "thumbnail")
SLOW_UPLOADS = 120
# The other clinic waits at most this long for a heavy answer, in seconds.
LONGEST_WAIT = 10
# The server keeps at most this much memory more than before, in megabytes.
MOST_GROWTH = 256


def p99(values: list) -> float:
    return sorted(values)[len(values) * 99 // 100]


def memory(server: int) -> int:
    """The resident memory of the server in megabytes."""
    with open(f"/proc/{server}/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS:")) // 1024


class Round:
    """The waits of the other clinic in one round, in milliseconds."""

    def __init__(self, port: int, token: str, own: Load | None, counts):
        self.port, self.token, self.own, self.counts = port, token, own, counts
        self.waits = {path: [] for path in PATHS}
        # The waits for the heavy answers, and how many answers the first person got meanwhile.
        self.own_waits, self.overtaken, self.problem = [], [], ""

    async def run(self, seconds: float):
        self.end = time.monotonic() + seconds
        await asyncio.gather(self.normal(), self.heavy())

    async def normal(self):
        connections = {path: Connection(self.port) for path in PATHS}
        while time.monotonic() < self.end or len(self.waits[PATHS[0]]) < 10:
            for path, connection in connections.items():
                began = time.perf_counter()
                answer = await connection.request("GET", path, authorized(self.token))
                if answer.status != 200:
                    raise SystemExit(f"{path} of another clinic: {answer.status}")
                self.waits[path].append((time.perf_counter() - began) * 1000)
            await asyncio.sleep(PAUSE)
        for connection in connections.values():
            connection.close()

    async def heavy(self):
        """Repeats the heavy request of the other clinic, at least once."""
        connection = Connection(self.port)
        while self.own and not self.problem and (time.monotonic() < self.end or not self.own_waits):
            began, before = time.perf_counter(), self.counts[ANSWERED]
            try:
                answer = await asyncio.wait_for(send(connection, self.own), LONGEST_WAIT)
                if answer.status >= 300:
                    self.problem = f"the other clinic got {answer.status} {answer.body[:200]!r}"
            except asyncio.TimeoutError:
                connection.close()
            except (NotSent, OutcomeUnknown) as problem:
                self.problem = f"the other clinic got no answer: {problem}"
            self.own_waits.append((time.perf_counter() - began) * 1000)
            self.overtaken.append(self.counts[ANSWERED] - before)
            await asyncio.sleep(PAUSE)
        connection.close()


class Comparison:
    """The rounds beside one load."""

    def __init__(self, trial: "Trial", load: Load, own: Load | None):
        self.trial, self.load, self.own = trial, load, own
        self.rounds = {kind: [] for kind in KINDS_OF_ROUNDS}
        self.counts = multiprocessing.Array("d", 4)

    async def measure(self, rounds: int):
        options = self.trial.options
        control = Load("control", "control", "GET", "/livez")
        for number in range(rounds):
            # The order changes, so that no kind of rounds always follows the heavy ones.
            for kind in KINDS_OF_ROUNDS if number % 2 else reversed(KINDS_OF_ROUNDS):
                counts = self.counts if kind == "loaded" else multiprocessing.Array("d", 4)
                this = Round(options.port, self.trial.doctor, self.own, counts)
                if kind == "alone":
                    await this.run(options.seconds)
                else:
                    await self.beside(self.load if kind == "loaded" else control, this)
                self.rounds[kind].append(this)

    async def beside(self, load: Load, this: Round):
        options, counts = self.trial.options, this.counts
        # There are more slow uploads than the server takes at once.
        connections = max(options.connections, SLOW_UPLOADS if load.is_slow else 0)
        counts[SENT] = 0
        process = multiprocessing.Process(target=hammer, args=(options.port, load, connections, counts), daemon=True)
        process.start()
        try:
            # The load has begun when each of its connections has sent a request.
            while counts[SENT] < connections:
                await asyncio.sleep(0.02)
            await asyncio.sleep(0.2)
            await this.run(options.seconds)
        finally:
            process.kill()
            process.join()

    def waits(self, path: str) -> dict:
        """The medians of the rounds' 99th percentiles, by kind of round."""
        return {kind: statistics.median(p99(each.waits[path]) for each in rounds) for kind, rounds in self.rounds.items()}

    def own_waits(self) -> dict:
        """The medians of the waits for the other clinic's heavy answer, by kind of round."""
        return {kind: statistics.median(wait for each in rounds for wait in each.own_waits) if self.own else 0
                for kind, rounds in self.rounds.items()}

    def overtaken(self) -> float:
        """The median of the answers that the first person got while the other clinic waited for one."""
        return statistics.median(number for each in self.rounds["loaded"] for number in each.overtaken) if self.own else 0

    def fault(self) -> str:
        for path in PATHS:
            found = self.waits(path)
            noise = max(p99(each.waits[path]) for kind in ("alone", "control") for each in self.rounds[kind])
            if found["loaded"] > max(FLOOR, noise, FACTOR * found["alone"], FACTOR * found["control"]):
                return f"{path} of another clinic takes {found['loaded']:.1f} ms, and {found['alone']:.1f} ms without load"
        found = self.own_waits()
        if (found["loaded"] > max(FLOOR, FACTOR * found["alone"], FACTOR * found["control"])
                and self.overtaken() > self.trial.options.connections / 6):
            return (f"another clinic waits {found['loaded']:.0f} ms for its turn, and {found['alone']:.0f} ms without load; meanwhile "
                    f"the first person gets {self.overtaken():.0f} answers")
        return next((each.problem for rounds in self.rounds.values() for each in rounds if each.problem), "")

    def __str__(self) -> str:
        texts = [f"{path.rsplit('/', 1)[-1]} {' → '.join(f'{each:.1f}' for each in self.waits(path).values())}" for path in PATHS]
        texts.append(f"own answer {' → '.join(f'{each:.0f}' for each in self.own_waits().values())}, after {self.overtaken():.0f} others")
        return (f"{self.load.name} ({self.load.kind}): {', '.join(texts)}; {self.counts[ANSWERED]:.0f} answers, "
                f"{self.counts[REFUSED]:.0f} refused, {self.counts[BROKEN]:.0f} broken; {memory(self.trial.options.server)} MB")


class Trial:
    def __init__(self, options, doctor: str):
        self.options, self.doctor = options, doctor

    async def fault(self, load: Load, own: Load | None, rounds: int) -> str:
        """Measures a load; returns what is wrong, or an empty string."""
        found = Comparison(self, load, own)
        await found.measure(rounds)
        fault = found.fault()
        print(f"    {found}{' ✘' if fault else ''}", flush=True)
        return fault


async def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--port", type=int, required=True)
    arguments.add_argument("--server", type=int, required=True)
    arguments.add_argument("--connections", type=int, default=60)
    arguments.add_argument("--rounds", type=int, default=5)
    arguments.add_argument("--seconds", type=float, default=2)
    arguments.add_argument("--only", default="")
    arguments.add_argument("--short", action="store_true")
    options = arguments.parse_args()

    description = (await Connection(options.port).request("GET", "/openapi.json")).json()
    busy, quiet = Finder(options.port, "spree", description), Finder(options.port, "harbor", description)
    await busy.sign_in()
    await quiet.sign_in()
    own = {load.name: load for load in await quiet.loads()}
    loads = await busy.loads()
    trial = Trial(options, quiet.tokens["doctor"])
    before, failures = memory(options.server), []
    chosen = [load for load in loads if options.only in load.name and (load.name in SHORT or not options.short)]
    for load in chosen:
        # The other clinic's upload is not slow.
        beside = own.get(load.name.removesuffix(", slowly"))
        if await trial.fault(load, beside, options.rounds):
            if fault := await trial.fault(load, beside, 2 * options.rounds):
                failures.append(f"{load.name}: {fault}")
    print(f"    memory: {before} MB before, {memory(options.server)} MB after; {len(chosen)} heavy operations")
    if memory(options.server) > before + MOST_GROWTH:
        failures.append("the server keeps the memory of heavy answers")
    if missing := [kind for kind in KINDS if kind not in {load.kind for load in loads}]:
        failures.append(f"no operation was tried of: {', '.join(missing)}")
    for each in failures:
        print(f"    too slow or refused: {each}")
    sys.stdout.flush()
    raise SystemExit(1 if failures else 0)


if __name__ == "__main__":
    asyncio.run(main())
