"""The free slots of thirty days and six doctors in one answer, computed each time, while bookings go on."""

from concurrent.futures import ThreadPoolExecutor

import load
from bench import OURS, Bench, Series
from desk import paced

NAME, BY_DEFAULT = "month", True
SAYS = "free slots of 30 days and 6 doctors, while bookings go on"
WHAT = "free slots of a month"
READERS, BOOKERS = 4, 4


def prepare(bench: Bench) -> list:
    desk, chosen = bench.desk, bench.chosen
    load.ask_once(desk.month_of_slots)
    return [Series(WHAT, OURS, lambda: read(desk, chosen.seconds, bench.databases.process))]


def read(desk, seconds: int, postgres: int) -> dict:
    with ThreadPoolExecutor(1) as other:
        booking = other.submit(load.run, paced(desk.booking, 10), BOOKERS, seconds)
        outcome = load.run(paced(desk.month_of_slots, 20), READERS, seconds, postgres=postgres)
    outcome["bookings_per_second"] = booking.result()["per_second"]
    return outcome
