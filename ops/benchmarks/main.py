"""Measures Chairside and other programs in turns, on one machine and one PostgreSQL. Started by ops/bench."""

import argparse
import datetime
import os
import signal
import subprocess
import sys
import tempfile

import figures
import processes
import record
import report
from bench import Bench, say
from marks import MARKS


def options() -> argparse.Namespace:
    names = "\n".join(f"  {figure.NAME:<12}{figure.SAYS}" for figure in figures.ALL)
    parser = argparse.ArgumentParser(
        prog="ops/bench", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog=f"figures (ops/benchmarks.md explains them):\n{names}\n\nExits with 1 if a mark is missed.")
    parser.add_argument("--only", type=named, default=[], metavar="NAMES", help="measure only these figures, with commas between them")
    parser.add_argument("--all", action="store_true", help="measure also figures that take long or have no mark")
    parser.add_argument("--runs", type=int, default=5, help="number of turns; medians are reported (default 5)")
    parser.add_argument("--seconds", type=int, default=4, help="length of each measurement (default 4)")
    parser.add_argument("--connections", type=int, default=64, help="connections of the load generator (default 64)")
    parser.add_argument("--loops", type=int, default=0,
                        help="event loops of the server (default: one per core)")
    parser.add_argument("--rebuild-events", type=int, default=1_000_000, metavar="N", help="events of the figure rebuild (default 1,000,000)")
    parser.add_argument("--events", type=int, default=10_000_000, metavar="N", help="events of the figure growth (default 10,000,000)")
    parser.add_argument("--outbox-rows", type=int, default=1_000_000, metavar="N",
                        help="rows of the figure outbox (default 1,000,000)")
    parser.add_argument("--idle", type=int, default=10_000, metavar="N", help="idle connections (default 10,000)")
    parser.add_argument("--patients", type=int, default=20_000, metavar="N", help="patients of the practice (default 20,000)")
    parser.add_argument("--quick", action="store_true",
                        help="small and short, only to see that everything works: marks are not judged")
    parser.add_argument("--json", metavar="FILE", help="file for the figures (default: a new file in .local/bench)")
    for name in ("--root", "--local", "--program", "--database", "--admin-database", "--postgres-programs"):
        parser.add_argument(name, required=True, help=argparse.SUPPRESS)
    parser.add_argument("--ports", required=True, type=lambda text: [int(port) for port in text.split()],
                        help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    chosen.out, chosen.days = os.path.join(chosen.local, "bench"), 90
    if chosen.quick:
        chosen.runs, chosen.seconds, chosen.loops, chosen.patients, chosen.days = 1, 1, 1, 500, 1
        chosen.rebuild_events, chosen.events, chosen.idle, chosen.outbox_rows = 10_000, 100_000, 500, 3_200
    return chosen


def named(text: str) -> list:
    names = text.replace(",", " ").split()
    known = [figure.NAME for figure in figures.ALL]
    for name in names:
        if name not in known:
            raise argparse.ArgumentTypeError(f"there is no figure {name!r}, only {', '.join(known)}")
    return names


def measure(bench: Bench, figure) -> dict:
    """Returns {(what, who): runs}. If a figure cannot be measured, prints the reason and leaves it out."""
    say(f"▸ {figure.NAME}: {figure.SAYS}")
    try:
        series = figure.prepare(bench)
    except (processes.Unusable, OSError, subprocess.SubprocessError) as problem:
        bench.leave_out(figure.NAME, problem)
        return {}
    for one in series:
        for _ in range(one.warm_up):
            attempt(one.measure)
    collected = {(one.what, one.who): [] for one in series}
    turns = bench.chosen.runs if bench.chosen.quick else getattr(figure, "TURNS", bench.chosen.runs)
    for turn in range(1, turns + 1):
        for one in series:
            outcome, problem = attempt(one.measure)
            if outcome is None:
                bench.leave_out(f"{one.what}, {one.who}, turn {turn}", problem)
                continue
            collected[one.what, one.who].append(outcome)
            said = ", ".join(f"{value:,.6g} {name}" for name, value in outcome.items() if value is not None)
            say(f"  turn {turn} of {turns}: {one.what}, {one.who}: {said}")
    return collected


def attempt(measure) -> tuple:
    try:
        return measure(), None
    except (processes.Unusable, OSError, subprocess.SubprocessError) as problem:
        return None, problem


def measure_all(bench: Bench, wanted: list) -> dict:
    collected = {}
    for figure in wanted:
        collected.update(measure(bench, figure))
        bench.stop_all(but=(bench.desk_at_work and bench.desk_at_work.chairside,))
    return collected


def main() -> int:
    chosen = options()
    os.makedirs(chosen.out, exist_ok=True)
    wanted = [figure for figure in figures.ALL
              if (figure.NAME in chosen.only if chosen.only else chosen.all or figure.BY_DEFAULT)]
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.default_int_handler)  # The signal raises an exception, so that the servers are stopped.
    with tempfile.TemporaryDirectory(prefix="chairside-bench.") as scratch:
        bench = Bench(chosen, scratch)
        try:
            collected = measure_all(bench, wanted)
        finally:
            bench.stop_all()
    results = {key: report.medians(runs) for key, runs in collected.items() if runs}
    verdicts = [mark.verdict(results) for mark in MARKS]
    if chosen.quick:
        for verdict in verdicts:
            verdict["held"] = None
    print(f"{report.table(results)}\n\n{report.marks(verdicts, {figure.NAME for figure in wanted})}")
    if bench.left_out:
        print("\nleft out:\n" + "\n".join(f"  {line}" for line in bench.left_out))
    path = chosen.json or os.path.join(chosen.out, datetime.datetime.now().strftime("%Y-%m-%d-%H%M%S.json"))
    record.keep(path, chosen, collected, results, verdicts, bench.left_out)
    print(f"\n{path}")
    return 1 if any(verdict["held"] is False for verdict in verdicts) else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit("✘ interrupted")
