"""Rebuild of all read models of two clinics with years of events, and of one of them alone, in separate databases, without HTTP.

Making those years takes longer than measuring, so they are kept in .local/bench for the next run.
"""

import hashlib
import os
import pathlib

from bench import OURS, Bench, Series, say
from chairside import Chairside

NAME, BY_DEFAULT = "rebuild", True
SAYS = "chairside rebuild over --rebuild-events events"
WHAT = "rebuild"
EVENTS_A_DAY, AHEAD = 1_200, 11_000  # About the demo's events per past day, and the events of all its future bookings.
PATIENTS = 20_000
# One loop rebuilds one clinic, so two loops rebuild two clinics at once.
KEEP_THE_LARGEST_CLINIC = """
DO $$
DECLARE
    kept uuid := (SELECT clinic_id FROM clinic_feed ORDER BY last_position DESC LIMIT 1);
    part regclass;
BEGIN
    SET LOCAL session_replication_role = replica;
    FOR part IN
        SELECT attrelid FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
        WHERE attname = 'clinic_id' AND NOT attisdropped AND relkind = 'r' AND relnamespace = 'public'::regnamespace
    LOOP
        EXECUTE format('DELETE FROM %s WHERE clinic_id <> %L', part, kept);
    END LOOP;
END $$
"""


def prepare(bench: Bench) -> list:
    bench.chairside(bench.databases.owner).command("migrate")  # This creates the roles that the dump refers to.
    ours = bench.chairside(bench.databases.create("lived"))
    kept = os.path.join(bench.chosen.out, f"lived-{bench.chosen.rebuild_events}-{fingerprint_of_keys()}")
    if os.path.isdir(kept):
        bench.databases.restore("lived", kept)
        ours.command("migrate")
    else:
        live(bench, ours)
        bench.databases.dump("lived", kept + ".new")
        os.rename(kept + ".new", kept)
    bench.databases.copy("lived", "lived_one")
    alone = bench.chairside(bench.databases.named("lived_one"))
    bench.databases.sql(bench.databases.named("lived_one", bench.databases.admin), KEEP_THE_LARGEST_CLINIC)
    return [series_of(bench, ours, "lived", f"{OURS}, two clinics"),
            series_of(bench, alone, "lived_one", f"{OURS}, one clinic")]


def series_of(bench: Bench, ours: Chairside, database: str, who: str) -> Series:
    bench.databases.settle(database)
    events = bench.databases.sql(
        bench.databases.named(database, bench.databases.admin), "SELECT sum(last_position) FROM clinic_feed")
    return Series(WHAT, f"{who}, {int(events):,}", lambda: ours.events_per_second("rebuild"), warm_up=0)


def live(bench: Bench, ours: Chairside):
    patients = min(PATIENTS, bench.chosen.rebuild_events // 10)
    days = max(1, (bench.chosen.rebuild_events - patients - AHEAD) // EVENTS_A_DAY)
    say(f"Filling two clinics with {days} days")
    ours.fill("--patients", str(patients), "--days", str(days))


def fingerprint_of_keys() -> str:
    """A hash of the keys: a kept database can only be read with the same keys."""
    files = sorted(path for path in pathlib.Path(os.environ["CHAIRSIDE_KEYS"]).rglob("*") if path.is_file())
    return hashlib.sha256(b"".join(path.read_bytes() for path in files)).hexdigest()[:12]
