"""Measures Chairside and its peers in turns, on one machine and one PostgreSQL. Started by ops/bench."""

import argparse
import datetime
import json
import os
import platform
import signal
import subprocess
import sys
import tempfile

import load
import peers
import report
from chairside import Chairside


def say(text: str):
    print(text, file=sys.stderr, flush=True)


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="ops/bench", description=__doc__)
    parser.add_argument("--runs", type=int, default=3, help="turns of everything; medians are reported (default 3)")
    parser.add_argument("--seconds", type=int, default=4, help="length of each measurement (default 4)")
    parser.add_argument("--connections", type=int, default=64, help="of the load generator (default 64)")
    parser.add_argument("--loops", type=int, default=0, help="loops of the server (default: one or two, whichever is faster)")
    parser.add_argument("--peers-only", action="store_true", help="leave Chairside out")
    parser.add_argument("--only", default="", help="measure only what has this in its name, such as 'queue'")
    parser.add_argument("--out", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--program", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--database", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--peers-database", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--postgres-programs", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--ports", required=True, type=lambda text: [int(port) for port in text.split()],
                        help=argparse.SUPPRESS)
    return parser.parse_args()


class Bench:
    def __init__(self, chosen: argparse.Namespace, scratch: str):
        self.chosen, self.scratch = chosen, scratch
        self.running = []
        self.ports = iter(chosen.ports)

    def start(self, make):
        """Starts a server; whatever happens, it is stopped at the end."""
        server = make(next(self.ports))
        self.running.append(server)
        return server

    def stop(self, server):
        self.running.remove(server)
        server.stop()

    def stop_all(self):
        while self.running:
            self.stop(self.running[-1])

    def faster(self, what: str, make, target) -> int:
        """Whether one worker process or two serve `target` faster here: peers are measured at their best."""
        servers = {workers: self.start(lambda port: make(port, workers)) for workers in (1, 2)}
        rates = {1: 0.0, 2: 0.0}
        for workers in (1, 2, 1, 2):
            rates[workers] = max(
                rates[workers], load.run(target(servers[workers]), self.chosen.connections, 2)["per_second"])
        for server in servers.values():
            self.stop(server)
        best = max(rates, key=rates.get)
        say(f"  {what}: {best} worker{'s' if best > 1 else ''} is best ({rates[1]:,.0f} a second with one, {rates[2]:,.0f} with two)")
        return best

    def choose_loops(self, ours: Chairside):
        """One loop or two, like the peers: on two cores that PostgreSQL and the load share, it is not clear beforehand."""
        rates = {1: 0.0, 2: 0.0}
        for loops in (1, 2, 1, 2):
            ours.serve(loops)
            for _ in range(2):  # the first warms up
                rate = load.run(ours.booking, self.chosen.connections, 2)["per_second"]
            rates[loops] = max(rates[loops], rate)
        best = max(rates, key=rates.get)
        ours.serve(best)
        say(f"  Chairside: {best} loop{'s' if best > 1 else ''} is best ({rates[1]:,.0f} a second with one, {rates[2]:,.0f} with two)")

    def prepare(self) -> dict:
        """{(what, who): function that measures once}, in the order of the report."""
        chosen, many = self.chosen, self.chosen.connections
        ours = None
        if not chosen.peers_only:
            say("Starting and filling Chairside")
            ours = self.start(lambda port: Chairside(chosen.program, chosen.database, port, chosen.loops, self.scratch))
            if not chosen.loops:
                self.choose_loops(ours)
        body = ours.queue_body() if ours else peers.list_of(peers.sample_rows())
        fill_peers_queue(chosen.peers_database, chosen.postgres_programs, json.loads(body)["items"])

        def fastapi(port, workers):
            return peers.FastAPIService(chosen.peers_database, port, workers, self.scratch)

        def nginx(port, workers):
            return peers.Nginx(body, port, workers, self.scratch)

        say("Trying each peer with one worker and two")
        api = self.start(lambda port: fastapi(port, self.faster("FastAPI", fastapi, lambda one: one.booking)))
        web = self.start(lambda port: nginx(port, self.faster("nginx", nginx, lambda one: one.poll)))

        measured = {}

        def http(what, who, target, connections):
            if target is not None:
                load.ask_once(target)
                measured[what, who] = lambda: load.run(target, connections, chosen.seconds)

        def pgbench(what, who, connections):
            measured[what, who] = lambda: peers.pgbench(
                os.path.join(chosen.postgres_programs, "pgbench"), chosen.peers_database, connections, chosen.seconds,
                self.scratch)

        for what, connections in (("booking", many), ("booking, alone", 1)):
            http(what, "Chairside", ours and ours.booking, connections)
            http(what, "FastAPI", api.booking, connections)
            clients = min(connections, 32)
            pgbench(what, f"pgbench INSERT -c {clients}", clients)
        for what, connections in (("queue read", many), ("queue read, alone", 1)):
            http(what, "Chairside", ours and ours.queue, connections)
            http(what, "FastAPI", api.queue, connections)
            http(what, "nginx, from a file", web.queue, connections)
        http("unchanged poll (304)", "Chairside", ours and ours.poll, many)
        http("unchanged poll (304)", "nginx", web.poll, many)
        http("free slots", "Chairside", ours and ours.slots, many)
        if ours:
            measured["rebuild", "Chairside"] = ours.rebuild
            measured["log append", "Chairside"] = ours.append
        return {key: run for key, run in measured.items() if chosen.only in key[0]}


def fill_peers_queue(database: str, programs: str, items: list):
    nobody = "00000000-0000-0000-0000-000000000000"
    rows = "\n".join(
        "\t".join([peers.CLINIC, item["appointment"]["id"], nobody, nobody, nobody, f"{peers.DAY} 08:00:00+00",
                   f"{peers.DAY} 08:30:00+00",
                   json.dumps(item, ensure_ascii=False, separators=(",", ":")).replace("\\", "\\\\")])
        for item in items)
    subprocess.run(
        [os.path.join(programs, "psql"), "-X", "-q", "-v", "ON_ERROR_STOP=1", database, "-c", "TRUNCATE appointment", "-c",
         "COPY appointment (clinic_id, appointment_id, doctor_id, chair_id, patient_id, start_at, end_at, document) FROM STDIN",
         "-c", "VACUUM ANALYZE appointment"],
        input=rows + "\n", text=True, check=True)


def measure(bench: Bench) -> dict:
    measured = bench.prepare()
    collected = {key: [] for key in measured}
    # Servers run for weeks, and what they keep in memory of each patient is there after the first minutes of them.
    say("Warming up")
    for (what, who), run in measured.items():
        for _ in range({"booking": 4, "rebuild": 0, "log append": 0}.get(what, 1)):
            try:
                run()
            except load.Unusable as problem:
                say(f"  {what}, {who}: {problem}")
    for turn in range(1, bench.chosen.runs + 1):
        for (what, who), run in measured.items():
            try:
                figures = run()
            except load.Unusable as problem:
                say(f"  {what}, {who}: left out: {problem}")
                continue
            collected[what, who].append(figures)
            say(f"  turn {turn} of {bench.chosen.runs}: {what}, {who}: {figures['per_second']:,.0f} a second")
    return {key: report.medians(runs) for key, runs in collected.items() if runs}


def machine() -> dict:
    with open("/proc/cpuinfo") as info:
        model = next((line.split(":", 1)[1].strip() for line in info if line.startswith("model name")), "unknown")
    return {"cores": len(os.sched_getaffinity(0)), "processor": model, "system": platform.platform()}


def main() -> int:
    chosen = options()
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda number, frame: sys.exit(128 + number))  # an exception, so that servers are stopped
    with tempfile.TemporaryDirectory(prefix="chairside-bench.") as scratch:
        bench = Bench(chosen, scratch)
        try:
            results = measure(bench)
        finally:
            bench.stop_all()
    verdicts = report.judged(results)
    print(report.table(results))
    print()
    print(report.sentences(verdicts))
    os.makedirs(chosen.out, exist_ok=True)
    path = os.path.join(chosen.out, datetime.datetime.now().strftime("%Y-%m-%d-%H%M%S.json"))
    with open(path, "w") as out:
        json.dump({
            "machine": machine(), "runs": chosen.runs, "seconds": chosen.seconds, "connections": chosen.connections,
            "results": [{"what": what, "who": who, **figures} for (what, who), figures in results.items()],
            "ratios": verdicts,
        }, out, indent=2)
    print(f"\n{path}")
    return 1 if any(verdict["held"] is False for verdict in verdicts) else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except load.Unusable as problem:
        sys.exit(f"✘ {problem}")
