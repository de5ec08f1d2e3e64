"""Bookings and queue reads with a long log and with a short one, both at the same modest rate.

Both databases have the same practice. The long log has --events more events, appended through the log's own API to clinics
of 100,000 events each, with the documents that `chairside rebuild` makes from them.
"""

import shutil
import time

import changing
import load
import processes
from bench import OURS, Bench, Series, say
from desk import Desk, paced

NAME, BY_DEFAULT = "growth", False
SAYS = "99th percentiles with --events events in the log, compared with 10,000 (takes long)"
BOOKING, QUEUE = "booking, paced", "changed queue, paced"
LONG, SHORT = f"{OURS}, long log", f"{OURS}, short log"
PATIENTS, DAYS = 3_700, 3  # With these numbers of patients and days the short log has about 10,000 events.
SENDERS, COMMANDS = 250, 400  # These are the senders and commands for each appended clinic.
# Eight connections with pauses of 20 ms send at most 400 requests a second. A 99th percentile needs many requests, so
# each run takes three times as long as usual.
CONNECTIONS, PAUSE, LONGER = 8, 20, 3
BYTES_AN_EVENT = 3_000  # The bytes that an event takes on the disk, with its tags, hashes and documents.


def prepare(bench: Bench) -> list:
    require_space(bench)
    say("Filling the short log")
    ours = bench.chairside(bench.databases.create("short"))
    ours.fill("--patients", "200", "--days", str(DAYS))
    ours.serve(bench.chosen.loops)
    short = Desk(ours, min(PATIENTS, bench.chosen.patients))
    ours.stop_serving()
    long = short.on(bench.chairside(bench.databases.copy("short", "long")))
    lengthen(bench, long)
    for name, desk in (("short", short), ("long", long)):
        bench.databases.settle(name)
        desk.chairside.serve(bench.chosen.loops)
        chained(bench, name)
        say(f"  the {name} log has {events(bench, name):,} events")
    seconds = bench.chosen.seconds * LONGER
    return [
        Series(what, who, lambda desk=desk, measure=measure: measure(desk))
        for what, measure in (
            (BOOKING, lambda desk: load.run(paced(desk.booking, PAUSE), CONNECTIONS, seconds)),
            (QUEUE, lambda desk: changing.read(desk, CONNECTIONS, seconds, PAUSE)))
        for who, desk in ((LONG, long), (SHORT, short))
    ]


def require_space(bench: Bench):
    free = shutil.disk_usage(bench.databases.sql(bench.databases.admin, "SHOW data_directory").strip()).free
    if free < bench.chosen.events * BYTES_AN_EVENT:
        raise processes.Unusable(f"{bench.chosen.events:,} events take more than the {free >> 30} GB that are free")


def lengthen(bench: Bench, desk: Desk):
    clinics = max(1, bench.chosen.events // (SENDERS * COMMANDS))
    for number in range(1, clinics + 1):
        desk.chairside.command("measure-append", "--loops", "1", "--senders", str(SENDERS), "--commands", str(COMMANDS))
        if number % max(1, clinics // 10) == 0:
            say(f"  appended {number * SENDERS * COMMANDS:,} events")
    bench.databases.settle("long")
    desk.chairside.command("rebuild")


def events(bench: Bench, database: str) -> int:
    return int(bench.databases.sql(bench.databases.named(database, bench.databases.admin),
                                   "SELECT sum(last_position) FROM clinic_feed"))


def chained(bench: Bench, database: str):
    """Waits until the server has chained the events that were appended while none ran, tens of thousands a second."""
    url = bench.databases.named(database, bench.databases.admin)
    until = time.monotonic() + 60 + bench.chosen.events / 2_000
    while True:
        done = int(bench.databases.sql(url, "SELECT coalesce(sum(octet_length(hashes) / 32), 0) FROM chain_segment"))
        if done >= events(bench, database):
            return
        if time.monotonic() > until:
            raise processes.Unusable(f"only {done:,} events are chained")
        time.sleep(1)
