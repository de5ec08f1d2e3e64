"""The time from the start of the process until it is ready, with a migrated database."""

from bench import OURS, Bench, Series

NAME, BY_DEFAULT, TURNS = "start", True, 11
SAYS = "start to ready on a migrated database"
WHAT = "start to ready"


def prepare(bench: Bench) -> list:
    ours = bench.desk.chairside
    return [Series(WHAT, OURS, lambda: {"p50_ms": ours.serve(bench.chosen.loops)})]
