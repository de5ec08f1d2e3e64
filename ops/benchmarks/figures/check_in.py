"""Recovery check-ins of many patients, each with a plan."""

from bench import OURS, Bench
from clinic_api import BASE

NAME, BY_DEFAULT = "check-in", False
SAYS = "recovery check-ins a second, compared with pgbench's bare INSERTs (no mark)"
WHAT = "recovery check-in"


def prepare(bench: Bench) -> list:
    phones = bench.phones
    phones.from_each("PUT", f"{BASE}/check-ins/plan", {"check_in_interval": 86_400, "reminder_interval": 3_600})
    return [bench.http(WHAT, OURS, lambda: phones.check_in),
            bench.pgbench(WHAT, "pgbench INSERT", bench.bare_insert(phones.check_in, "checked-in"), 32)]
