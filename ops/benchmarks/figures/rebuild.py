"""All read models anew from some years of two clinics, in a database of their own, not over HTTP."""

from bench import OURS, Bench, Series, say

NAME, BY_DEFAULT = "rebuild", True
SAYS = "chairside rebuild over --rebuild-events events"
WHAT = "rebuild"
EVENTS_A_DAY = 600  # of the demo, about
PATIENTS = 20_000


def prepare(bench: Bench) -> list:
    ours = bench.chairside(bench.databases.create("lived"))
    days = max(1, (bench.chosen.rebuild_events - PATIENTS) // EVENTS_A_DAY)
    say(f"Filling two clinics with {days} days")
    ours.fill("--patients", str(min(PATIENTS, bench.chosen.rebuild_events // 10)), "--days", str(days))
    events = bench.databases.sql(ours.environment["DATABASE_URL"], "SELECT sum(last_position) FROM clinic_feed")
    bench.databases.settle("lived")
    return [Series(WHAT, f"{OURS}, {int(events):,} events", lambda: ours.events_per_second("rebuild"), warm_up=0)]
