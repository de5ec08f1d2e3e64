"""A doctor's free slots of a week, computed for each answer. Without a mark."""

from bench import OURS, Bench

NAME, BY_DEFAULT = "slots", False
SAYS = "a doctor's free slots of a week (no mark)"
WHAT = "free slots"


def prepare(bench: Bench) -> list:
    return [bench.http(WHAT, OURS, lambda: bench.desk.slots)]
