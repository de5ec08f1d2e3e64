"""The event log without HTTP: many concurrent commands of one event each, with ids and tags, through the log's own API."""

from bench import OURS, Bench, Series

NAME, BY_DEFAULT = "append", True
SAYS = "events a second through the log's own API"
WHAT = "log append"


def prepare(bench: Bench) -> list:
    ours = bench.chairside(bench.databases.create("appended"))
    ours.command("migrate")
    return [Series(WHAT, OURS, lambda: ours.events_per_second("measure-append"))]
