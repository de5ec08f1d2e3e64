"""The log alone: commands of one event each, with ids and tags, sent many at a time through its own API."""

from bench import OURS, Bench, Series

NAME, BY_DEFAULT = "append", True
SAYS = "events a second that the log takes by itself"
WHAT = "log append"


def prepare(bench: Bench) -> list:
    ours = bench.chairside(bench.databases.create("appended"))
    ours.command("migrate")
    return [Series(WHAT, OURS, lambda: ours.events_per_second("measure-append"))]
