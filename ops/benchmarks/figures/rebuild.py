"""All read models anew from some years of two clinics, in a database of their own, not over HTTP.

To make those years takes longer than to measure: they are kept in .local/bench for the next time.
"""

import hashlib
import os
import pathlib

from bench import OURS, Bench, Series, say
from chairside import Chairside

NAME, BY_DEFAULT = "rebuild", True
SAYS = "chairside rebuild over --rebuild-events events"
WHAT = "rebuild"
EVENTS_A_DAY, AHEAD = 1_200, 11_000  # of the demo, about: of a day that was, and of all that are booked
PATIENTS = 20_000


def prepare(bench: Bench) -> list:
    bench.chairside(bench.databases.owner).command("migrate")  # makes the roles that a copy refers to
    ours = bench.chairside(bench.databases.create("lived"))
    kept = os.path.join(bench.chosen.out, f"lived-{bench.chosen.rebuild_events}-{fingerprint_of_keys()}")
    if os.path.isdir(kept):
        bench.databases.restore("lived", kept)
        ours.command("migrate")
    else:
        live(bench, ours)
        bench.databases.dump("lived", kept + ".new")
        os.rename(kept + ".new", kept)
    bench.databases.settle("lived")
    events = bench.databases.sql(ours.environment["DATABASE_URL"], "SELECT sum(last_position) FROM clinic_feed")
    return [Series(WHAT, f"{OURS}, {int(events):,} events", lambda: ours.events_per_second("rebuild"), warm_up=0)]


def live(bench: Bench, ours: Chairside):
    patients = min(PATIENTS, bench.chosen.rebuild_events // 10)
    days = max(1, (bench.chosen.rebuild_events - patients - AHEAD) // EVENTS_A_DAY)
    say(f"Filling two clinics with {days} days")
    ours.fill("--patients", str(patients), "--days", str(days))


def fingerprint_of_keys() -> str:
    """With other keys, nobody could read the events."""
    files = sorted(path for path in pathlib.Path(os.environ["CHAIRSIDE_KEYS"]).rglob("*") if path.is_file())
    return hashlib.sha256(b"".join(path.read_bytes() for path in files)).hexdigest()[:12]
